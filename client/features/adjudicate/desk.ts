/** The desk of one lead: which cell lies on it, the answer begun, what was settled last, and what came back refused. */
import { type Accessor, createEffect, createMemo, createSignal, on } from 'solid-js'
import type { DecisionValue, ReasonCode } from '../../../shared/adjudication/decision.ts'
import type { Mutation } from '../../../shared/live/mutations.ts'
import type { Live } from '../../live/live.tsx'
import { type Cell, isOpen, type Sent } from './cells.ts'

export type Desk = ReturnType<typeof createDesk>

/** `order` is the whole queue in the order of the screen. */
export function createDesk(
  order: Accessor<readonly Cell[]>,
  sent: SentDecisions,
  said: (cell: Cell, value: DecisionValue, reason: ReasonCode) => void,
) {
  const [chosen, setChosen] = createSignal<string | null>(null)
  const [answer, setAnswer] = createSignal<DecisionValue | null>(null)
  const [note, setNote] = createSignal('')
  const [settled, setSettled] = createSignal<readonly string[]>([])

  const firstOpen = () => order().find(isOpen)
  const current = createMemo(() => order().find((cell) => cell.key === chosen()) ?? firstOpen() ?? order()[0])
  const position = () => order().findIndex((cell) => cell.key === current()?.key)
  /** The next cell that waits, from here on and then from the top. */
  const nextOpen = () => {
    const at = position()
    return [...order().slice(at + 1), ...order().slice(0, Math.max(at, 0))].find(isOpen)
  }

  const go = (cell: Cell | undefined) => {
    if (cell) setChosen(cell.key)
  }
  // A begun answer belongs to the cell it was begun on.
  createEffect(
    on(
      () => current()?.key,
      () => {
        setAnswer(null)
        setNote('')
      },
      { defer: true },
    ),
  )

  const settle = (reason: ReasonCode) => {
    const cell = current()
    const value = answer()
    if (!cell || value === null) return
    // Chosen before the cell becomes settled, or "the first open one" would have moved on already.
    const next = nextOpen()
    const text = note().trim()
    sent.send(cell, { state: 'settled', value, reason, note: text })
    setSettled((done) => [...done, cell.key])
    setChosen((next ?? cell).key)
    said(cell, value, reason)
  }

  const reopen = (cell: Cell | undefined) => {
    if (cell?.state !== 'settled') return
    sent.send(cell, { state: 'reopened', value: null, reason: null, note: '' })
    setSettled((done) => done.filter((key) => key !== cell.key))
    setChosen(cell.key)
  }

  /** Only what still stands: a decision that was refused, or that somebody else has overtaken, is not mine to take back. */
  const lastSettled = () =>
    settled()
      .toReversed()
      .map((key) => order().find((cell) => cell.key === key))
      .find((cell) => cell !== undefined && cell.state === 'settled' && sent.of(cell.key)?.revision === cell.revision)

  const undo = () => reopen(lastSettled())

  return {
    current,
    position,
    nextOpen,
    answer,
    setAnswer,
    note,
    setNote,
    go,
    move: (step: 1 | -1) => go(order()[position() + step]),
    settle,
    reopen,
    undo,
  }
}

export type SentDecisions = {
  of: (key: string) => Sent | undefined
  send: (cell: Cell, decision: Pick<Sent, 'state' | 'value' | 'reason' | 'note'>) => void
}

/** Decisions on their way. They are drawn as made at once, and taken back when the server refuses. */
export function createSentDecisions(live: Live): SentDecisions {
  const [all, setAll] = createSignal<Readonly<Record<string, Sent>>>({})

  // Reads both: a refusal may come before the id of what was refused is known here.
  createEffect(() => {
    const refused = new Set<string>(live.rejections().map((rejection) => rejection.mutationId))
    const kept = Object.entries(all()).filter(([, one]) => !refused.has(one.mutationId))
    if (kept.length < Object.keys(all()).length) setAll(Object.fromEntries(kept))
  })

  return {
    of: (key) => all()[key],
    send: (cell, decision) => {
      const base = { roundId: cell.roundId, segmentId: cell.segmentId, mode: cell.mode, baseRevision: cell.revision, note: decision.note }
      const mutation: Mutation =
        decision.value !== null && decision.reason !== null
          ? { type: 'cell.settle', ...base, value: decision.value, reason: decision.reason }
          : { type: 'cell.reopen', ...base }
      const pending: Sent = { ...decision, revision: cell.revision + 1, mutationId: '' }
      setAll((before) => ({ ...before, [cell.key]: pending }))
      void live.mutate(mutation).then((mutationId) => {
        setAll((before) => (before[cell.key] === pending ? { ...before, [cell.key]: { ...pending, mutationId } } : before))
      })
    },
  }
}
