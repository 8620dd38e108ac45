import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { DownMessage } from './down.ts'
import { PROTOCOL_VERSION } from './protocol-version.ts'
import { UpMessage } from './up.ts'

/** Per version, the hash of everything that may be said on the wire. A line is never changed once its version is released. */
const HASHES: Readonly<Record<number, string>> = {
  1: 'd6bdadc915484b9c',
}

function hashOfWire(): string {
  const wire = JSON.stringify([
    z.toJSONSchema(UpMessage, { unrepresentable: 'any' }),
    z.toJSONSchema(DownMessage, { unrepresentable: 'any' }),
  ])
  return createHash('sha256').update(wire).digest('hex').slice(0, 16)
}

it('the messages are those of this protocol version; when they change, raise PROTOCOL_VERSION, say why in its history, and add the hash here', () => {
  expect({ version: PROTOCOL_VERSION, hash: hashOfWire() }).toEqual({ version: PROTOCOL_VERSION, hash: HASHES[PROTOCOL_VERSION] })
})

it('every version has a line in the history that says what changed', () => {
  const history = readFileSync(new URL('./protocol-version.ts', import.meta.url), 'utf8')
  for (let version = 1; version <= PROTOCOL_VERSION; version++) expect(history).toMatch(new RegExp(`^ \\* ${version}  \\S.{10,}`, 'm'))
  expect(Object.keys(HASHES).map(Number)).toEqual(Array.from({ length: PROTOCOL_VERSION }, (_, index) => index + 1))
})
