import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { readConfig } from '../../server/config.ts'
import { openInstallation } from '../../server/installation.ts'

it('the data folder and what is in it are for their owner alone, labels and session hashes included', async () => {
  const place = mkdtempSync(join(tmpdir(), 'touchstone-'))
  onTestFinished(() => rmSync(place, { recursive: true, force: true }))
  const data = join(place, 'data')
  const installation = await openInstallation(readConfig({ data }, {}))
  const mode = (path: string) => (statSync(path).mode & 0o777).toString(8)
  expect(mode(data)).toBe('700')
  for (const file of ['touchstone.db', 'touchstone.db-wal', 'touchstone.db-shm'])
    expect([file, mode(join(data, file))]).toEqual([file, '600'])
  await installation.close()
})
