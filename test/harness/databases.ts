import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { describe, inject } from 'vitest'
import { type Config, type GivenSettings, readConfig } from '../../server/config.ts'

/** Where one installation of a test lives, and how it is taken away again. */
export type Place = { readonly config: Config; readonly remove: () => Promise<void> }

export type TestDatabase = {
  readonly name: 'SQLite' | 'PostgreSQL'
  readonly isMissing: boolean
  /** A place of its own, with nothing in it yet. */
  readonly makePlace: (settings?: GivenSettings) => Promise<Place>
}

function temporaryFolder(): string {
  return mkdtempSync(join(tmpdir(), 'touchstone-test-'))
}

/** Never the environment: a test means the same on every machine. */
function configFor(settings: GivenSettings): Config {
  return readConfig({ port: 0, ...settings }, {})
}

async function makeSqlitePlace(settings: GivenSettings = {}): Promise<Place> {
  const data = temporaryFolder()
  return { config: configFor({ ...settings, data }), remove: async () => rmSync(data, { recursive: true, force: true }) }
}

let made = 0

async function makePostgresPlace(settings: GivenSettings = {}): Promise<Place> {
  const url = inject('postgresUrl')
  if (url === null) throw new Error('PostgreSQL is not there.')
  const name = `touchstone_${process.pid}_${made++}`
  await onCluster(url, `create database ${name}`)
  const data = temporaryFolder()
  return {
    config: configFor({ ...settings, data, databaseUrl: url.replace('/postgres?', `/${name}?`) }),
    async remove() {
      await onCluster(url, `drop database ${name} with (force)`)
      rmSync(data, { recursive: true, force: true })
    },
  }
}

async function onCluster(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(statement)
  await client.end()
}

export const databases: readonly TestDatabase[] = [
  { name: 'SQLite', isMissing: false, makePlace: makeSqlitePlace },
  { name: 'PostgreSQL', isMissing: inject('postgresUrl') === null, makePlace: makePostgresPlace },
]

export const sqlite = databases[0] as TestDatabase

/** The same tests on SQLite and, where it is installed, on PostgreSQL. */
export function describeOnDatabases(title: string, suite: (database: TestDatabase) => void): void {
  for (const database of databases) describe.skipIf(database.isMissing)(`${title} (${database.name})`, () => suite(database))
}
