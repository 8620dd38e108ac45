import type { Kysely } from 'kysely'
import { up as firstHouse } from './202611300900-first-house.ts'
import type { Dialect } from './dialect.ts'

export type { Dialect } from './dialect.ts'

export type Migration = { readonly up: (db: Kysely<never>, dialect: Dialect) => Promise<void> }

/** Every migration there ever was, in order; each is frozen once released, and there is no way down. */
export const migrations: Readonly<Record<string, Migration>> = {
  '202611300900-first-house': { up: firstHouse },
}
