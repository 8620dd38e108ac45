import { expect, it } from 'vitest'
import { ImportReport } from '../../shared/traces/import-report.ts'
import { databases, describeOnDatabases } from '../harness/databases.ts'
import { fingerprint } from '../harness/fingerprint.ts'
import { multipart, type UploadedFile } from '../harness/multipart.ts'
import { fileOf, traceOf } from '../harness/traces.ts'
import { openWorld, PROJECT, type Reply, type World } from '../harness/world.ts'

function upload(world: World, person: string, files: readonly UploadedFile[], query = ''): Promise<Reply> {
  const { payload, headers } = multipart(files)
  return world.http(person, 'POST', `/api/projects/${PROJECT}/imports${query}`, payload, headers)
}

async function report(reply: Promise<Reply>): Promise<ImportReport> {
  const { status, text, json } = await reply
  expect([status, text]).toEqual([200, expect.any(String)])
  return ImportReport.parse(json())
}

const ten = Array.from({ length: 10 }, (_, index) => fileOf(`t${index}.json`, traceOf(`t${index}`, [`word ${index}`, 'and another'])))

describeOnDatabases('import by upload', (database) => {
  it('knows what it has: first all new, again all identical, then one changed', async () => {
    const world = await openWorld(database)
    expect((await report(upload(world, 'lead', ten))).totals).toMatchObject({ files: 10, new: 10, identical: 0, changed: 0, refused: 0 })
    const before = await fingerprint(world.deps.db)
    expect((await report(upload(world, 'lead', ten))).totals).toMatchObject({ new: 0, identical: 10, changed: 0 })
    expect(await fingerprint(world.deps.db)).toEqual(before)
    const edited = [...ten.slice(1), fileOf('t0.json', traceOf('t0', ['word 0, edited', 'and another']))]
    expect((await report(upload(world, 'lead', edited))).totals).toMatchObject({ new: 0, identical: 9, changed: 1 })
  })

  it('makes one of everything when the same files are sent twice at the same moment', async () => {
    const world = await openWorld(database)
    const both = await Promise.all([upload(world, 'lead', ten), upload(world, 'lead', ten)])
    expect(both.map((reply) => reply.status)).toEqual([200, 200])
    const totals = both.map((reply) => ImportReport.parse(reply.json()).totals)
    expect(totals.reduce((sum, one) => sum + one.new, 0)).toBe(10)
    expect(totals.reduce((sum, one) => sum + one.identical, 0)).toBe(10)
    expect((await world.deps.db.selectFrom('trace').select('id').execute()).length).toBe(10)
  })

  it('looks without writing when asked for a dry run', async () => {
    const world = await openWorld(database)
    await world.cookie('lead')
    const before = await fingerprint(world.deps.db)
    expect((await report(upload(world, 'lead', ten, '?dryRun=true'))).totals).toMatchObject({ new: 10 })
    expect(await fingerprint(world.deps.db)).toEqual(before)
  })

  it('refuses what is no trace file, says why for each, and imports the others', async () => {
    const world = await openWorld(database)
    const korean = Buffer.from([0x7b, 0x22, 0xc7, 0xd1, 0xb1, 0xdb, 0x22, 0x7d])
    const { files, totals } = await report(
      upload(world, 'lead', [
        fileOf('empty.json', ''),
        fileOf('cut.json', '{"schema": "touchstone.trace/1", "title": "half'),
        { name: 'cp949.jsonl', bytes: korean },
        fileOf('recipe.json', { butter: '250 g', flour: '500 g' }),
        { name: 'picture.png', bytes: Buffer.from('89504e470d0a1a0a0000000d', 'hex') },
        fileOf('good.json', traceOf('good', ['hello'])),
      ]),
    )
    expect(files.map((file) => [file.file, file.result])).toEqual([
      ['empty.json', 'refused'],
      ['cut.json', 'refused'],
      ['cp949.jsonl', 'refused'],
      ['recipe.json', 'refused'],
      ['picture.png', 'refused'],
      ['good.json', 'imported'],
    ])
    for (const file of files.slice(0, 5)) expect(file.reason).toMatch(/^[A-Z"].{10,}\.$/)
    expect(files[2]?.reason).toMatch(/byte 2|offset 2/)
    expect(totals).toMatchObject({ new: 1, refused: 5 })
    expect((await world.deps.db.selectFrom('source_file').select('sha256').execute()).length).toBe(1)
  })

  it('answers 413 for a file one byte over the limit, names file and limit, and keeps nothing of it', async () => {
    const world = await openWorld(database, { settings: { maxFileBytes: '2000' } })
    await world.cookie('lead')
    const before = await fingerprint(world.deps.db)
    const whole = JSON.stringify(traceOf('big', ['x']))
    const over = fileOf('big.json', whole + ' '.repeat(2_001 - whole.length))
    const reply = await upload(world, 'lead', [over])
    expect(reply.status).toBe(413)
    expect(reply.json()).toMatchObject({ error: { code: 'too_large', message: expect.stringMatching(/"big\.json".*2,000 bytes/) } })
    expect(await fingerprint(world.deps.db)).toEqual(before)
    expect((await report(upload(world, 'lead', [fileOf('big.json', whole + ' '.repeat(2_000 - whole.length))]))).totals.new).toBe(1)
  })

  it('answers 413 for an upload over its own limit, and names the limit', async () => {
    const world = await openWorld(database, { settings: { maxUploadBytes: '5000' } })
    await world.cookie('lead')
    const before = await fingerprint(world.deps.db)
    const reply = await upload(world, 'lead', ten)
    expect(reply.status).toBe(413)
    expect(reply.json()).toMatchObject({ error: { code: 'too_large', message: expect.stringContaining('5,000 bytes') } })
    expect(await fingerprint(world.deps.db)).toEqual(before)
  })

  it('tells the lead of what was kept, also when a later file of the upload was too large', async () => {
    const world = await openWorld(database, { settings: { maxFileBytes: '2000' } })
    const lead = await world.join('lead')
    const reply = await upload(world, 'lead', [
      fileOf('a.json', traceOf('a', ['x'])),
      fileOf('big.json', traceOf('big', ['x'.repeat(3_000)])),
    ])
    expect(reply.status).toBe(413)
    expect(reply.json()).toMatchObject({ error: { message: expect.stringContaining('"big.json"') } })
    expect((await world.deps.db.selectFrom('trace').select('title').execute()).map((row) => row.title)).toEqual(['a'])
    await lead.next('events', (message) => message.events.some((event) => event.type === 'traces.imported' && event.count === 1))
  })

  it('treats a file name as a name: a path in it reaches nothing', async () => {
    const world = await openWorld(database)
    const { files } = await report(upload(world, 'lead', [fileOf('../../etc/x.jsonl', traceOf('x', ['x']))]))
    expect(files.map((file) => [file.file, file.result])).toEqual([['../../etc/x.jsonl', 'imported']])
  })

  it('keeps odd but honest content: nested metadata, null and numbers as content, keys that look like prototypes', async () => {
    const world = await openWorld(database)
    const chat =
      '{"messages":[{"role":"user","content":"hi"},{"role":"assistant","content":null,"tool_calls":[{"id":"c","type":"function","function":{"name":"f","arguments":"{\\"__proto__\\":{\\"polluted\\":true}}"}}]},{"role":"tool","tool_call_id":"c","content":"42"},{"role":"assistant","content":"done"}],"metadata":{"a":{"b":{"c":{"d":{"e":{"f":1}}}}},"":"empty","x.y":1,"K":1,"k":2,"__proto__":{"polluted":true}}}'
    const { files } = await report(upload(world, 'lead', [fileOf('odd.jsonl', `${chat}\n`)]))
    expect(files[0]?.result).toBe('imported')
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
  })

  it('refuses an annotator, a stranger, and a request that is no upload', async () => {
    const world = await openWorld(database)
    expect((await upload(world, 'ann', ten)).status).toBe(403)
    expect((await upload(world, 'eve', ten)).status).toBe(404)
    const json = await world.http('lead', 'POST', `/api/projects/${PROJECT}/imports`, { files: [] })
    expect([json.status >= 400 && json.status < 500, json.text]).toEqual([true, expect.stringContaining('multipart/form-data')])
  })
})

it('NUL, lone surrogates and emoji come out the same on both databases', async ({ skip }) => {
  if (databases.some((database) => database.isMissing)) skip('PostgreSQL is not there')
  const texts = ['before \u0000 after', 'lone \ud800 high', 'lone \udc00 low', '💩💩 it fails', 'a\r\n\r\n  b\t c', '‏ عربي English']
  const seen = await Promise.all(
    databases.map(async (database) => {
      const world = await openWorld(database)
      const { files } = await report(upload(world, 'lead', [fileOf('odd.json', traceOf('odd \u0000 title', texts))]))
      const id = files[0]?.traces[0]?.id
      const segments = await world.get('lead', `/api/projects/${PROJECT}/traces/${id}/segments`)
      const outline = await world.get('lead', `/api/projects/${PROJECT}/traces/${id}`)
      const rows = await world.deps.db.selectFrom('segment').selectAll().orderBy('position').execute()
      return { id, segments: segments.text, outline: outline.text, rows }
    }),
  )
  expect(seen[0]).toEqual(seen[1])
  expect(seen[0]?.segments).toContain('before \u2400 after')
  expect(seen[0]?.segments).toContain('lone \ufffd high')
})
