import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Config } from '../../config.ts'
import type { Deps } from '../../deps.ts'
import { openInstallation } from '../../installation.ts'

/** Runs with an empty database that is gone afterwards: a dry run needs none of its own. */
export async function withoutInstallation<T>(config: Config, act: (deps: Deps) => Promise<T>): Promise<T> {
  const data = mkdtempSync(join(tmpdir(), 'touchstone-'))
  const installation = await openInstallation({ ...config, data, database: { kind: 'sqlite', file: join(data, 'touchstone.db') } })
  try {
    return await act(installation.deps)
  } finally {
    await installation.close()
    rmSync(data, { recursive: true, force: true })
  }
}
