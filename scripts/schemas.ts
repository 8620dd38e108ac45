/** Writes the JSON Schemas that other programs rely on: `npx tsx scripts/schemas.ts`. A test fails when a committed one is stale. */
import { writeFileSync } from 'node:fs'
import { publishedSchemas } from './lib/published-schemas.ts'

for (const [name, schema] of Object.entries(publishedSchemas())) {
  writeFileSync(new URL(`../docs/schema/${name}.schema.json`, import.meta.url), `${JSON.stringify(schema, null, 2)}\n`)
}
