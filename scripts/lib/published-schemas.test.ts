import { readdirSync, readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, it } from 'vitest'
import { publishedSchemas } from './published-schemas.ts'

const folder = new URL('../../docs/schema/', import.meta.url)
const schemas = publishedSchemas()

it.each(Object.keys(schemas))('the published schema %s says what the code checks (else run: npx tsx scripts/schemas.ts)', (name) => {
  expect(readFileSync(new URL(`${name}.schema.json`, folder), 'utf8')).toBe(`${JSON.stringify(schemas[name], null, 2)}\n`)
})

it.each(Object.keys(schemas))('the published schema %s can be used by other programs as it stands', (name) => {
  expect(() => new Ajv2020({ strict: true, allowUnionTypes: true }).compile(schemas[name] ?? {})).not.toThrow()
})

it('nothing is published that the code does not make', () => {
  const made = Object.keys(schemas).map((name) => `${name}.schema.json`)
  expect(readdirSync(folder).filter((file) => file.endsWith('.schema.json') && !made.includes(file))).toEqual([])
})
