import { expect, it } from 'vitest'
import { withoutInstallation } from '../../server/cli/import/no-installation.ts'
import { readConfig } from '../../server/config.ts'
import { importFiles } from '../../server/features/traces/import-files.ts'

it('a file of which a record was too large to read is imported in part, and says what was left out', async () => {
  const record = (content: string) =>
    JSON.stringify({
      messages: [
        { role: 'user', content },
        { role: 'assistant', content: 'ok' },
      ],
    })
  const bytes = Buffer.from(`${record('small')}\n${record('x'.repeat(17 * 1024 * 1024))}\n`)
  const report = await withoutInstallation(readConfig({}, {}), (deps) =>
    importFiles(deps, [{ name: 'chat.jsonl', bytes }], { projectId: null, actorId: null, isDryRun: true }),
  )
  expect(report.files[0]).toMatchObject({ result: 'partial', traces: [{ status: 'new' }] })
  expect(report.files[0]?.warnings).toContainEqual(
    expect.objectContaining({ code: 'record-too-large', message: expect.stringContaining('left out'), line: 2 }),
  )
})
