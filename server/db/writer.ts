import type { ControlledTransaction, Kysely, Transaction } from 'kysely'
import type { Database } from './database.ts'

/** What a command works with: the transaction, and what is to happen once it is durable. */
export type Write = {
  readonly trx: Transaction<Database>
  /** Runs after the commit, in the order in which it was asked for; never when the work failed. */
  readonly afterCommit: (act: () => void) => void
}

export type Settled<O> = { readonly ok: true; readonly value: O } | { readonly ok: false; readonly error: unknown }

/**
 * A command that does any number of its kind at once, reading and writing sets. Gives an outcome per input; what it refuses it must
 * not have written. When it throws, everything it wrote is undone and its inputs are tried one by one.
 */
export type SetWork<I, O> = (write: Write, inputs: readonly I[]) => Promise<readonly Settled<O>[]>

export type Writer = {
  /** Resolves only after a durable commit; rejects, with nothing written, when the work throws. */
  write<T>(work: (write: Write) => Promise<T>): Promise<T>
  /** The same for a command of which neighbours in the queue are done together; `work` must be the same function each time. */
  writeSet<I, O>(work: SetWork<I, O>, input: I): Promise<O>
  /** Resolves when everything asked for so far is committed. */
  drain(): Promise<void>
}

/** How a transaction is made durable, and how a turn of the event loop is awaited: what a simulation puts its own in place of. */
export type WriterEffects = {
  readonly commit?: (trx: ControlledTransaction<Database>) => Promise<void>
  readonly nextTurn?: (run: () => void) => void
}

const realEffects = { commit: (trx: ControlledTransaction<Database>) => trx.commit().execute(), nextTurn: setImmediate }

type Job = {
  readonly work: SetWork<unknown, unknown>
  readonly input: unknown
  readonly resolve: (value: unknown) => void
  readonly reject: (error: unknown) => void
}
type Done = { readonly jobs: readonly Job[]; readonly outcomes: readonly Settled<unknown>[]; readonly effects: readonly (() => void)[] }

/** More would only make the first of them wait longer for the same disk. */
const MAX_BATCH = 256

/**
 * Commands that arrive in one turn of the event loop share one commit, a savepoint each, so that full durability costs one
 * fsync per turn and not per label; one failed command undoes only itself.
 */
export function makeWriter(db: Kysely<Database>, onEffectError: (error: unknown) => void, effects: WriterEffects = {}): Writer {
  const { commit, nextTurn } = { ...realEffects, ...effects }
  let queue: Job[] = []
  let running: Promise<void> | null = null

  /** What is durable stays acknowledged, and the writer goes on, whatever a listener does. */
  function attempt(effect: () => void): void {
    try {
      effect()
    } catch (error) {
      onEffectError(error)
    }
  }

  /** Runs neighbours of one kind under a savepoint of their own. */
  async function runGroup(trx: ControlledTransaction<Database>, jobs: readonly Job[], name: string): Promise<Done[]> {
    const effects: (() => void)[] = []
    const [first] = jobs
    if (!first) return []
    const within = await trx.savepoint(name).execute()
    try {
      const inputs = jobs.map((job) => job.input)
      const outcomes = await first.work({ trx, afterCommit: (act) => effects.push(act) }, inputs)
      await within.releaseSavepoint(name).execute()
      return [{ jobs, outcomes, effects }]
    } catch (error) {
      // A full disk makes SQLite undo the whole transaction by itself: there is no savepoint left, and the batch fails for this reason.
      await within
        .rollbackToSavepoint(name)
        .execute()
        .catch(() => {
          throw error
        })
      if (jobs.length === 1) return [{ jobs, outcomes: [{ ok: false, error }], effects: [] }]
      const done: Done[] = []
      for (const [index, job] of jobs.entries()) done.push(...(await runGroup(trx, [job], `${name}_${index}`)))
      return done
    }
  }

  async function runBatch(batch: readonly Job[]): Promise<void> {
    const done: Done[] = []
    try {
      const trx = await db.startTransaction().execute()
      try {
        for (const [index, jobs] of neighbours(batch).entries()) done.push(...(await runGroup(trx, jobs, `job_${index}`)))
        await commit(trx)
      } catch (error) {
        if (!trx.isRolledBack)
          await trx
            .rollback()
            .execute()
            .catch(() => undefined)
        throw error
      }
    } catch (error) {
      // Not one of them is durable, so not one of them is acknowledged.
      for (const job of batch) job.reject(error)
      return
    }
    for (const { effects } of done) for (const effect of effects) attempt(effect)
    for (const { jobs, outcomes } of done) for (const [index, job] of jobs.entries()) settle(job, outcomes[index])
  }

  async function flush(): Promise<void> {
    // One turn of the event loop: let everything that arrived with the first command come along.
    await new Promise<void>((resolve) => nextTurn(resolve))
    while (queue.length > 0) {
      const batch = queue.slice(0, MAX_BATCH)
      queue = queue.slice(MAX_BATCH)
      await runBatch(batch)
    }
    running = null
  }

  function enqueue<I, O>(work: SetWork<I, O>, input: I): Promise<O> {
    return new Promise<O>((resolve, reject) => {
      // The queue holds commands of every kind; each meets only inputs of its own.
      queue.push({ work: work as SetWork<unknown, unknown>, input, resolve: (value) => resolve(value as O), reject })
      running ??= flush()
    })
  }

  return {
    write<T>(work: (write: Write) => Promise<T>): Promise<T> {
      return enqueue<undefined, T>(async (write) => [{ ok: true, value: await work(write) }], undefined)
    },
    writeSet: enqueue,
    async drain() {
      while (running) await running
    },
  }
}

/** The queue cut into runs of one kind, in order: what was asked for first is still done first. */
function neighbours(batch: readonly Job[]): Job[][] {
  const groups: Job[][] = []
  for (const job of batch) {
    const last = groups.at(-1)
    if (last?.[0]?.work === job.work) last.push(job)
    else groups.push([job])
  }
  return groups
}

function settle(job: Job, outcome: Settled<unknown> | undefined): void {
  if (outcome?.ok) job.resolve(outcome.value)
  else job.reject(outcome ? outcome.error : new Error('A command gave no outcome for one of its inputs.'))
}
