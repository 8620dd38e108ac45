/**
 * Takes the outbox to the server: one mutation at a time and in order, so that a refusal never lets a later act overtake an
 * earlier one. Every tab keeps the list; only the elected one sends.
 */

import type * as z from 'zod/mini'
import type { MutationId } from '../../shared/ids.ts'
import type { MutationRejected } from '../../shared/live/down.ts'
import type { Mutate } from '../../shared/live/up.ts'
import type { Cancel, Clock } from './clock.ts'
import type { Outbox, OutboxEntry, Rejection } from './outbox.ts'
import type { OpenTabs, TabMessage } from './tabs.ts'

/** The server is busy or its disk is full; asking again at once makes neither better. */
const RETRY_MS = 2_000
/** Longer than any commit: an answer that has not come by then was lost on the way, or the server has forgotten to give it. */
export const UNANSWERED_MS = 20_000

export type SenderOptions = {
  readonly outbox: Outbox
  readonly openTabs: OpenTabs
  readonly clock: Clock
  readonly send: (message: z.infer<typeof Mutate>) => boolean
  /** An entry of another tab, or of an earlier visit. */
  readonly onFound: (entry: OutboxEntry) => void
  /** `server`: its answer came here, after the event. `tab`: another tab says so, and the event may still be on its way here. */
  readonly onAccepted: (entry: OutboxEntry, at: string, by: 'server' | 'tab') => void
  readonly onRejected: (entry: OutboxEntry) => void
  /** The server says nothing to what was sent; only another connection helps. */
  readonly onUnanswered: () => void
  readonly onChange: () => void
}

export type Sender = {
  readonly waiting: () => readonly OutboxEntry[]
  /** How many acts are on their way to the disk. */
  readonly unwritten: () => number
  readonly rejected: () => readonly OutboxEntry[]
  /** Resolves when the entry is on disk. */
  readonly add: (entry: OutboxEntry) => Promise<void>
  readonly dismiss: (mutationId: MutationId) => Promise<void>
  readonly accepted: (mutationId: MutationId, at: string) => void
  readonly refused: (message: MutationRejected) => void
  /** Refuses the one in flight, if there is one: the server could not read it. */
  readonly refuseInFlight: (rejection: Rejection, retry: boolean) => void
  /** The connection is ready: sends what waits, the unanswered one first. */
  readonly resume: () => void
  readonly close: () => void
}

export function makeSender(options: SenderOptions): Sender {
  const { outbox } = options
  let waiting: readonly OutboxEntry[] = []
  let rejected: readonly OutboxEntry[] = []
  let unwritten = 0
  let inFlight: MutationId | null = null
  let isElected = false
  let cancelRetry: Cancel = () => {}
  let cancelDeadline: Cancel = () => {}
  // Acts are written one after the other, so that the order on disk is the order of the acts.
  let writing: Promise<unknown> = Promise.resolve()

  const tabs = options.openTabs({
    hear,
    elected: () => {
      isElected = true
      void find()
    },
  })
  const found = find()

  async function find(): Promise<void> {
    for (const entry of await outbox.list()) {
      const isKnown =
        waiting.some((one) => one.mutationId === entry.mutationId) || rejected.some((one) => one.mutationId === entry.mutationId)
      if (isKnown) continue
      if (entry.rejection) rejected = [...rejected, entry]
      else {
        waiting = [...waiting, entry]
        options.onFound(entry)
      }
    }
    options.onChange()
    pump()
  }

  function pump() {
    const next = waiting[0]
    if (!isElected || inFlight !== null || !next) return
    if (options.send({ type: 'mutate', mutationId: next.mutationId, mutation: next.mutation })) {
      inFlight = next.mutationId
      cancelDeadline = options.clock.after(UNANSWERED_MS, options.onUnanswered)
    }
  }

  function land() {
    inFlight = null
    cancelDeadline()
  }

  function take(mutationId: MutationId): OutboxEntry | undefined {
    const entry = waiting.find((one) => one.mutationId === mutationId)
    waiting = waiting.filter((one) => one !== entry)
    if (inFlight === mutationId) land()
    return entry
  }

  function settleAccepted(mutationId: MutationId, at: string, by: 'server' | 'tab') {
    const entry = take(mutationId)
    if (entry) options.onAccepted(entry, at, by)
    options.onChange()
  }

  function settleRejected(mutationId: MutationId, rejection: Rejection) {
    const entry = take(mutationId)
    if (entry) {
      const kept = { ...entry, rejection }
      rejected = [...rejected, kept]
      options.onRejected(kept)
    }
    options.onChange()
  }

  function hear(message: TabMessage) {
    switch (message.kind) {
      case 'added':
        return void find()
      case 'accepted':
        return settleAccepted(message.mutationId, message.at, 'tab')
      case 'rejected':
        return settleRejected(message.mutationId, message.rejection)
      case 'dismissed':
        rejected = rejected.filter((one) => one.mutationId !== message.mutationId)
        return options.onChange()
    }
  }

  function reject(mutationId: MutationId, rejection: Rejection) {
    settleRejected(mutationId, rejection)
    void outbox.reject(mutationId, rejection)
    tabs.tell({ kind: 'rejected', mutationId, rejection })
    pump()
  }

  function retryLater() {
    land()
    cancelRetry()
    cancelRetry = options.clock.after(RETRY_MS, pump)
  }

  return {
    waiting: () => waiting,
    unwritten: () => unwritten,
    rejected: () => rejected,
    add: (entry) => {
      unwritten += 1
      options.onChange()
      const written = Promise.all([writing, found]).then(async () => {
        await outbox.add(entry)
        unwritten -= 1
        waiting = [...waiting.filter((one) => one.mutationId !== entry.mutationId), entry]
        tabs.tell({ kind: 'added' })
        options.onChange()
        pump()
      })
      writing = written
      return written
    },
    dismiss: async (mutationId) => {
      rejected = rejected.filter((one) => one.mutationId !== mutationId)
      options.onChange()
      await outbox.remove(mutationId)
      tabs.tell({ kind: 'dismissed', mutationId })
    },
    accepted: (mutationId, at) => {
      settleAccepted(mutationId, at, 'server')
      void outbox.remove(mutationId)
      tabs.tell({ kind: 'accepted', mutationId, at })
      pump()
    },
    refused: (message) => {
      if (message.retry) return retryLater()
      reject(message.mutationId, { code: message.code, message: message.message, current: message.current })
    },
    refuseInFlight: (rejection, retry) => {
      if (inFlight === null) return
      if (retry) retryLater()
      else reject(inFlight, rejection)
    },
    resume: () => {
      land()
      pump()
    },
    close: () => {
      cancelRetry()
      cancelDeadline()
      tabs.close()
      outbox.close()
    },
  }
}
