import { afterAll, beforeAll, expect, it } from 'vitest'
import type { SeatView } from '../../shared/assignments/seat.ts'
import { MAX_UP_BYTES } from '../../shared/live/up.ts'
import { describeOnDatabases } from '../harness/databases.ts'
import { makeMutationIds } from '../harness/effects.ts'
import { fingerprint } from '../harness/fingerprint.ts'
import type { LiveClient } from '../harness/live-client.ts'
import { codebook, labels } from '../harness/traces.ts'
import { openWorld, PROJECT, submit, type TestRound, type World } from '../harness/world.ts'

const TEXTS = ['💩💩 it fails', 'a\r\n\r\n  b\t c', '‏ عربي English']
const newId = makeMutationIds(7)

/** Everything a client may do wrong, in one world: each is refused with a code and a sentence, and not a row of any table changes. */
describeOnDatabases('what a client may get wrong', (database) => {
  let world: World
  let round: TestRound
  let seat: SeatView
  let ann: LiveClient
  let bob: LiveClient
  let lead: LiveClient
  let segments: TestRound['traces'][number]['segments']

  beforeAll(async () => {
    world = await openWorld(database, { isShared: true })
    round = await world.makeRound({ traces: [TEXTS, ['other trace']], overlap: 2 })
    ann = await world.join('ann')
    bob = await world.join('bob')
    lead = await world.join('lead')
    seat = await world.takeSeat('ann', round)
    segments = round.traces[0]?.segments ?? expect.fail()
    await submit(ann, seat, segments[0]?.id ?? expect.fail(), labels({ 'FM-1.1': 'present' }))
  })
  afterAll(() => world.close())

  const first = () => segments[0]?.id ?? expect.fail()
  const second = () => segments[1]?.id ?? expect.fail()
  const submitOf = (more: object = {}) => ({
    type: 'segment.submit',
    seatId: seat.id,
    epoch: seat.epoch,
    segmentId: second(),
    codebook,
    baseRevision: 0,
    labels: labels(),
    ...more,
  })

  /** Where the annotator's record of a segment stands now. */
  async function revisionOf(segmentId: string): Promise<number> {
    const row = await world.deps.db
      .selectFrom('label')
      .select('revision')
      .where('segment_id', '=', segmentId)
      .where('annotator_id', '=', 'ann')
      .executeTakeFirst()
    return row?.revision ?? 0
  }

  async function unchanged<T>(act: () => Promise<T>): Promise<T> {
    const before = await fingerprint(world.deps.db)
    const result = await act()
    expect(await fingerprint(world.deps.db)).toEqual(before)
    return result
  }

  /** Sends what no honest client could, and gives the answer. */
  function mutate(client: LiveClient, mutation: unknown) {
    return unchanged(() => client.mutate(mutation as never))
  }

  async function raw(client: LiveClient, text: string) {
    const from = client.received.length
    return unchanged(async () => {
      client.sendText(text)
      return client.next('problem', () => true, from)
    })
  }

  const sentence = expect.stringMatching(/^["A-Z0-9].{10,}\.$/s)
  const refusal = (code: string) => ({
    type: 'mutation.rejected',
    mutationId: expect.any(String),
    code,
    message: sentence,
    retry: false,
    current: null,
  })
  const problem = (code: string) => ({ type: 'problem', code, message: sentence })

  it('a mutation sent again is answered as the first time, and recorded once', async () => {
    const id = newId()
    const once = await ann.mutate(submitOf({ segmentId: segments[2]?.id }) as never, id)
    world.effects.clock.advance(1_000)
    const again = await unchanged(() => ann.mutate(submitOf({ segmentId: segments[2]?.id }) as never, id))
    expect([once.type, again]).toEqual(['mutation.accepted', once])
  })

  it('the same mutation id with another content is a conflict', async () => {
    const id = newId()
    const mutation = { type: 'segment.defer', seatId: seat.id, epoch: seat.epoch, segmentId: second() }
    expect((await ann.mutate(mutation as never, id)).type).toBe('mutation.accepted')
    expect(await unchanged(() => ann.mutate(submitOf({ baseRevision: 1 }) as never, id))).toEqual(refusal('mutation_id_reused'))
  })

  it('a mutation id of somebody else tells nothing: it is just not mine', async () => {
    const id = newId()
    const mine = { type: 'segment.defer', seatId: seat.id, epoch: seat.epoch, segmentId: second() }
    await ann.mutate(mine as never, id)
    expect(await unchanged(() => bob.mutate(mine as never, id))).toEqual(refusal('seat_not_yours'))
  })

  it("a seat that is somebody else's answers like one that is not there", async () => {
    const theirs = await mutate(bob, submitOf())
    const none = await mutate(bob, submitOf({ seatId: 'seat_nowhere' }))
    expect([theirs, none]).toEqual([refusal('seat_not_yours'), refusal('seat_not_yours')])
    expect((theirs as { message: string }).message).toBe((none as { message: string }).message)
    expect(await mutate(bob, { type: 'trace.submit', seatId: seat.id, epoch: seat.epoch, taskCompleted: null })).toEqual(
      refusal('seat_not_yours'),
    )
    expect(await mutate(bob, { type: 'seat.skip', seatId: seat.id, epoch: seat.epoch, note: '' })).toEqual(refusal('seat_not_yours'))
  })

  it('an epoch at which I never held the seat is not mine either', async () => {
    for (const epoch of [0, 2, -1, 99]) expect(await mutate(ann, submitOf({ epoch }))).toEqual(refusal('seat_not_yours'))
  })

  it('a segment of another trace, or of none', async () => {
    const foreign = round.traces[1]?.segments[0]?.id
    for (const segmentId of [foreign, 'seg_nowhere']) {
      expect(await mutate(ann, submitOf({ segmentId }))).toEqual(refusal('not_found'))
      expect(await mutate(ann, { type: 'segment.defer', seatId: seat.id, epoch: seat.epoch, segmentId })).toEqual(refusal('not_found'))
    }
  })

  it('a mode that the codebook does not have: as value, in a note, in evidence', async () => {
    expect(await mutate(ann, submitOf({ labels: labels({ 'FM-9.9': 'present' }) }))).toEqual(refusal('unknown_mode'))
    expect(await mutate(ann, submitOf({ labels: labels({}, { notes: { 'FM-9.9': 'x' } as never }) }))).toEqual(refusal('unknown_mode'))
    const evidence = [{ mode: 'FM-9.9', start: 0, end: 1, quote: 'a' }]
    expect(await mutate(ann, submitOf({ labels: labels({}, { evidence: evidence as never }) }))).toEqual(refusal('unknown_mode'))
  })

  it('a vector with a gap, and an empty one', async () => {
    const { 'FM-1.1': _gap, ...values } = labels().values as Record<string, string>
    expect(await mutate(ann, submitOf({ labels: { ...labels(), values } }))).toMatchObject({
      ...refusal('incomplete_vector'),
      message: expect.stringContaining('1.1'),
    })
    expect(await mutate(ann, submitOf({ labels: { ...labels(), values: {} } }))).toEqual(refusal('incomplete_vector'))
  })

  it('another codebook, or another version of it', async () => {
    for (const wrong of [
      { id: 'other', version: codebook.version },
      { id: codebook.id, version: '0' },
    ]) {
      expect(await mutate(ann, submitOf({ codebook: wrong }))).toEqual(refusal('wrong_codebook'))
    }
  })

  it('a stale base revision: the record that is held comes along, so that one can choose', async () => {
    for (const baseRevision of [0, 2, 9]) {
      const answer = await mutate(ann, submitOf({ segmentId: first(), baseRevision }))
      expect(answer).toMatchObject({
        type: 'mutation.rejected',
        code: 'revision_conflict',
        retry: false,
        current: { revision: 1, annotatorId: 'ann', segmentId: first() },
      })
    }
  })

  it('T20: evidence that is empty, backwards, before the beginning or beyond the end', async () => {
    const whole = Array.from(TEXTS[1] ?? '').length
    const wrong = [
      { start: 0, end: whole + 1, quote: `${TEXTS[1]}x` },
      { start: whole, end: whole + 1, quote: 'x' },
      { start: 3, end: 1, quote: 'x' },
      { start: 2, end: 2, quote: 'x' },
    ]
    for (const evidence of wrong) {
      expect(await mutate(ann, submitOf({ labels: labels({}, { evidence: [{ mode: 'FM-1.1', ...evidence }] as never }) }))).toEqual(
        refusal('bad_evidence'),
      )
    }
    for (const evidence of [
      { start: -1, end: 1, quote: 'a' },
      { start: 0, end: 1, quote: '' },
      { start: 0.5, end: 1, quote: 'a' },
    ]) {
      const from = ann.received.length
      await unchanged(async () => {
        ann.send({
          type: 'mutate',
          mutationId: newId(),
          mutation: submitOf({ labels: labels({}, { evidence: [{ mode: 'FM-1.1', ...evidence }] as never }) }) as never,
        })
        return Promise.race([ann.next('problem', () => true, from), ann.next('mutation.rejected', () => true, from)])
      })
    }
  })

  it('T16: offsets count code points: with an emoji before it, UTF-16 offsets are refused and code-point offsets accepted', async () => {
    const baseRevision = await revisionOf(first())
    const evidence = (start: number, end: number, quote: string) =>
      submitOf({ segmentId: first(), baseRevision, labels: labels({}, { evidence: [{ mode: 'FM-1.1', start, end, quote }] as never }) })
    // In UTF-16 the word begins at 8, in code points at 6.
    expect(await mutate(ann, evidence(8, 13, 'fails'))).toEqual(refusal('bad_evidence'))
    expect((await ann.mutate(evidence(6, 11, 'fails') as never)).type).toBe('mutation.accepted')
    expect(await mutate(ann, evidence(6, 11, 'Fails'))).toMatchObject({ code: expect.stringMatching(/bad_evidence|revision_conflict/) })
  })

  it('T22: the quote is checked against the stored text, white space and line ends included', async () => {
    const baseRevision = await revisionOf(second())
    const at = (start: number, end: number, quote: string) =>
      submitOf({ baseRevision, labels: labels({}, { evidence: [{ mode: 'FM-1.1', start, end, quote }] as never }) })
    expect(await mutate(ann, at(0, 4, 'a  b'))).toEqual(refusal('bad_evidence'))
    expect((await ann.mutate(at(7, 8, 'b') as never)).type).toBe('mutation.accepted')
  })

  it('a trace that is not finished', async () => {
    await ann.mutate({ type: 'segment.defer', seatId: seat.id, epoch: seat.epoch, segmentId: second() } as never)
    const other = await world.takeSeat('cat', round)
    const cat = await world.join('cat')
    expect(await mutate(cat, { type: 'trace.submit', seatId: other.id, epoch: other.epoch, taskCompleted: null })).toMatchObject({
      code: 'trace_incomplete',
      message: expect.stringContaining('3 of 3 segments'),
    })
  })

  it('what only leads may do, asked for by an annotator', async () => {
    const cell = { roundId: round.id, segmentId: first(), mode: 'FM-1.1', baseRevision: 0, note: '' }
    const asked = [
      { type: 'cell.settle', ...cell, value: 'present', reason: 'slip' },
      { type: 'cell.reopen', ...cell },
      { type: 'seat.hand_back', seatId: seat.id, epoch: seat.epoch, note: '' },
      { type: 'trace.reopen', seatId: seat.id, epoch: seat.epoch, note: '' },
      { type: 'late.decide', seatId: seat.id, epoch: seat.epoch, verdict: 'accepted' },
      { type: 'round.close', roundId: round.id },
      { type: 'round.reveal', roundId: round.id },
      { type: 'round.widen', roundId: round.id, overlap: 3 },
    ]
    for (const mutation of asked) expect(await mutate(ann, mutation)).toEqual(refusal('not_allowed'))
  })

  it('a cell of another round, of no segment, of no mode', async () => {
    const settle = (more: object) => ({
      type: 'cell.settle',
      roundId: round.id,
      segmentId: first(),
      mode: 'FM-1.1',
      baseRevision: 0,
      note: '',
      value: 'present',
      reason: 'slip',
      ...more,
    })
    expect(await mutate(lead, settle({ roundId: 'round_nowhere' }))).toEqual(refusal('not_found'))
    expect(await mutate(lead, settle({ segmentId: 'seg_nowhere' }))).toEqual(refusal('not_found'))
    expect(await mutate(lead, settle({ mode: 'FM-9.9' }))).toEqual(refusal('unknown_mode'))
  })

  it('messages that are no JSON, no message, of an unknown type, or with a field too many or too few', async () => {
    const hello = { type: 'hello', protocolVersion: 1, clientId: 'c', project: PROJECT, cursor: null }
    const odd: unknown[] = [
      null,
      1,
      'hello',
      [],
      {},
      { type: 'label' },
      { type: 'constructor' },
      { ...hello, extra: 1 },
      { type: 'ping' },
      { type: 'mutate', mutationId: 'not-a-uuid', mutation: submitOf() },
    ]
    for (const text of ['', '{', 'NaN', '\u0000', ...odd.map((message) => JSON.stringify(message))])
      expect([text, await raw(ann, text)]).toEqual([text, problem('message_malformed')])
  })

  it('a mutation that cannot be read is answered under its id, so that its sender need not keep it', async () => {
    for (const mutation of [submitOf({ labels: { ...labels(), values: 'all' } }), { ...submitOf(), type: 'segment.erase' }, null]) {
      const mutationId = newId()
      const from = ann.received.length
      await unchanged(async () => {
        ann.sendText(JSON.stringify({ type: 'mutate', mutationId, mutation }))
        const answer = await ann.next('mutation.rejected', () => true, from)
        expect(answer).toEqual({
          type: 'mutation.rejected',
          mutationId,
          code: 'message_malformed',
          message: sentence,
          retry: false,
          current: null,
        })
      })
    }
  })

  it('messages that reach for the prototype', async () => {
    const ping = '{"type":"ping","n":1,"seatId":null'
    const values = JSON.stringify(submitOf()).replace('"values":{', '"values":{"__proto__":{"polluted":"present"},')
    const attempts = [
      `${ping},"__proto__":{"polluted":true}}`,
      `${ping},"constructor":{"prototype":{"polluted":true}}}`,
      `{"type":"mutate","mutationId":"${newId()}","mutation":${values}}`,
    ]
    for (const text of attempts) expect([text, await raw(ann, text)]).toEqual([text, problem('message_malformed')])
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
  })

  it('keys that every object has are no modes', async () => {
    for (const mode of ['toString', 'hasOwnProperty', 'valueOf']) {
      expect(await mutate(ann, submitOf({ baseRevision: 2, labels: labels({}, { notes: { [mode]: 'x' } as never }) }))).toEqual(
        refusal('unknown_mode'),
      )
    }
  })

  it('an oversized message closes the socket with the code for it, and the server goes on', async () => {
    const cat = await world.join('cat')
    await unchanged(async () => {
      cat.sendText(' '.repeat(MAX_UP_BYTES + 1))
      expect((await cat.closed).code).toBe(1009)
    })
    await ann.settle()
  })

  it('anything before hello, and a hello of another protocol version', async () => {
    const early = await world.connect('cat')
    expect(await raw(early, JSON.stringify({ type: 'mutate', mutationId: newId(), mutation: submitOf() }))).toEqual({
      ...problem('message_malformed'),
      message: 'Say hello first.',
    })
    for (const protocolVersion of [0, 99]) {
      const old = await world.connect('cat')
      expect(
        await raw(old, JSON.stringify({ type: 'hello', protocolVersion, clientId: 'c', project: PROJECT, cursor: null })),
      ).toMatchObject({ code: 'protocol_version', message: expect.stringContaining('Reload the page') })
      expect((await old.closed).code).toBe(4400)
    }
  })

  it("a cursor that is made up, or somebody else's, is answered with a snapshot", async () => {
    const foreign = (await (await world.connect('bob')).hello()).cursor
    for (const cursor of ['x', 'AAAAAAAAAAAAAAAAAAAAAA', foreign]) {
      const client = await world.connect('ann')
      expect((await client.hello(cursor as never)).state.kind).toBe('snapshot')
    }
  })

  it('a websocket of a wrong origin, of none, or without a session is not opened', async () => {
    for (const origin of [
      'https://evil.example',
      'null',
      `http://localhost:${world.port}.evil.example`,
      `http://127.0.0.2:${world.port}`,
      `https://localhost:${world.port}`,
      '',
    ]) {
      await expect(world.connect('ann', origin)).rejects.toThrow('403')
    }
    await expect(world.connect(null)).rejects.toThrow('401')
  })

  it('a note with a NUL or half a character is kept the same on every database', async () => {
    const note = 'half \ud800 and nul \u0000.'
    const settled = await lead.mutate({
      type: 'cell.settle',
      roundId: round.id,
      segmentId: first(),
      mode: 'FM-1.2',
      baseRevision: 0,
      note,
      value: 'absent',
      reason: 'other',
    } as never)
    expect(settled.type).toBe('mutation.accepted')
    const row = await world.deps.db.selectFrom('decision').select('note').where('mode', '=', 'FM-1.2').executeTakeFirstOrThrow()
    expect(row.note).toBe('half \ufffd and nul \u2400.')
    const other = await world.takeSeat('bob', round)
    expect((await bob.mutate({ type: 'seat.skip', seatId: other.id, epoch: other.epoch, note } as never)).type).toBe('mutation.accepted')
    const answer = await ann.mutate(
      submitOf({ baseRevision: await revisionOf(second()), labels: labels({}, { notes: { 'FM-1.1': note } as never }) }) as never,
    )
    expect(answer.type).toBe('mutation.accepted')
    const [detail] = await world.deps.db.selectFrom('label').select('detail').where('segment_id', '=', second()).execute()
    expect(JSON.parse(detail?.detail ?? '{}').notes).toEqual({ 'FM-1.1': row.note })
  })
})
