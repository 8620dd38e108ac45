import { gunzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { ImportReport } from '../../shared/traces/import-report.ts'
import { describeOnDatabases } from '../harness/databases.ts'
import { multipart, type UploadedFile } from '../harness/multipart.ts'
import { fileOf, traceOf } from '../harness/traces.ts'
import { openWorld, PROJECT, type World } from '../harness/world.ts'

const SECRET = `ghp_${'aB3dE5gH7jK9mN1pQ2rS4tU6vW8xY0zaB3dE'}`

async function upload(world: World, files: readonly UploadedFile[], query = ''): Promise<ImportReport> {
  const { payload, headers } = multipart(files)
  const reply = await world.http('lead', 'POST', `/api/projects/${PROJECT}/imports${query}`, payload, headers)
  expect([reply.status, reply.text]).toEqual([200, expect.any(String)])
  return ImportReport.parse(reply.json())
}

describeOnDatabases('secrets in a trace', (database) => {
  const file = fileOf('leak.json', traceOf(`with ${SECRET}`, [`é token ${SECRET} used`, `again ${SECRET}`]))

  it('are reported with kind and count, and never with their value', async () => {
    const world = await openWorld(database)
    const report = await upload(world, [file], '?dryRun=true')
    const warning = report.files[0]?.warnings.find(({ code }) => code === 'secrets-found')
    expect(warning).toMatchObject({ count: 2, message: expect.stringContaining('GitHub token (2)') })
    expect(JSON.stringify(report.files[0]?.warnings)).not.toContain(SECRET)
  })

  it('are redacted on request: in title and text, in what is shown raw, and in every byte that is kept', async () => {
    const world = await openWorld(database)
    const report = await upload(world, [file], '?redact=true')
    expect(JSON.stringify(report)).not.toContain(SECRET)
    const id = report.files[0]?.traces[0]?.id
    const shown = await world.get('lead', `/api/projects/${PROJECT}/traces/${id}/segments`)
    expect(shown.text).toContain('é token [redacted: GitHub token] used')
    const raw = await world.get('lead', `/api/projects/${PROJECT}/traces/${id}/steps/1/raw`)
    expect([raw.status, raw.text.includes(SECRET), raw.text.includes('*'.repeat(SECRET.length))]).toEqual([200, false, true])
    for (const table of ['trace', 'segment', 'prior_label', 'event'] as const)
      expect(JSON.stringify(await world.deps.db.selectFrom(table).selectAll().execute())).not.toContain(SECRET)
    const sources = await world.deps.db.selectFrom('source_file').select('compressed').execute()
    for (const { compressed } of sources) expect(gunzipSync(compressed).toString()).not.toContain(SECRET)
    expect((await upload(world, [file], '?redact=true')).totals).toMatchObject({ identical: 1, new: 0 })
  })
})
