import type { JsonObject } from '../json/json.ts'

/** How one program writes its lines, and how a line becomes a chat message (or none). */
export type Dialect = {
  readonly name: string
  /** Whether a line is one that only this program writes. */
  readonly isDistinct: boolean
  readonly knows: (line: JsonObject) => boolean
  readonly message: (line: JsonObject) => JsonObject[]
}
