import type { Command } from 'commander'
import { type Config, readConfig } from '../config.ts'
import { type Installation, openInstallation, openInstallationReadOnly } from '../installation.ts'

export type PlaceOptions = { readonly data?: string; readonly databaseUrl?: string }

/** Where the installation is: the same two options on every command that touches a project. */
export function withPlace(command: Command): Command {
  return command
    .option('--data <DIR>', 'folder of the embedded database (default ./data)')
    .option('--database-url <URL>', 'PostgreSQL instead: postgres://...')
}

export function configOf(options: PlaceOptions): Config {
  return readConfig({ data: options.data, databaseUrl: options.databaseUrl })
}

/** Runs a command that writes; refuses while a server holds the embedded database. */
export async function writing<T>(options: PlaceOptions, act: (installation: Installation) => Promise<T>): Promise<T> {
  return closing(await openInstallation(configOf(options)), act)
}

/** Runs a command that reads, also beside a running server. */
export async function reading<T>(options: PlaceOptions, act: (installation: Installation) => Promise<T>): Promise<T> {
  return closing(openInstallationReadOnly(configOf(options)), act)
}

async function closing<T>(installation: Installation, act: (installation: Installation) => Promise<T>): Promise<T> {
  try {
    return await act(installation)
  } finally {
    await installation.close()
  }
}
