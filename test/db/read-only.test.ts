import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { readConfig } from '../../server/config.ts'
import { openInstallation } from '../../server/installation.ts'

const NOBODY = 65_534

/** Permissions mean nothing to the superuser, so it acts as somebody else meanwhile. */
function asSomebodyElse(): void {
  if (process.geteuid?.() !== 0) return
  process.seteuid?.(NOBODY)
  onTestFinished(() => void process.seteuid?.(0))
}

it('an installation that may only be read is not opened for writing, and the folder is named', async () => {
  const data = mkdtempSync(join(tmpdir(), 'touchstone-read-only-'))
  onTestFinished(() => rmSync(data, { recursive: true, force: true }))
  const config = readConfig({ data }, {})
  await (await openInstallation(config)).close()

  chmodSync(join(data, 'touchstone.db'), 0o444)
  chmodSync(join(data, 'touchstone.lock'), 0o666)
  chmodSync(data, 0o777)
  asSomebodyElse()
  await expect(openInstallation(config)).rejects.toThrow(`Touchstone cannot write to the folder ${data} (EACCES)`)
})
