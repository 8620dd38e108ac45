import type { Kysely } from 'kysely'
import type { Dialect } from '../migrations/index.ts'
import type { Config } from './config.ts'
import type { Database } from './db/database.ts'
import type { Writer } from './db/writer.ts'
import type { Hub } from './hub.ts'

export type Clock = { now(): Date }

/** Runs something in a turn of the event loop of its own, after what has already arrived. */
export type NextTurn = (run: () => void) => void

export type Log = {
  info(detail: object, message: string): void
  warn(detail: object, message: string): void
  error(detail: object, message: string): void
}

/** Everything with an effect that a feature may reach, passed in; there is no global of any of it. */
export type Deps = {
  readonly db: Kysely<Database>
  readonly dialect: Dialect
  readonly writer: Writer
  readonly clock: Clock
  readonly nextTurn: NextTurn
  /** A fresh id that sorts by time, for example `seat_0195…`. */
  readonly newId: (kind: string) => string
  /** 128 unguessable bits as text, for links and sessions. */
  readonly newSecret: () => string
  readonly hub: Hub
  readonly config: Config
  readonly log: Log
}

export function nowText(deps: Pick<Deps, 'clock'>): string {
  return deps.clock.now().toISOString()
}
