import type { ControlledTransaction, Kysely, Transaction } from 'kysely'
import type { Database } from './database.ts'

/** What a command works with: the transaction, and what is to happen once it is durable. */
export type Write = {
  readonly trx: Transaction<Database>
  /** Runs after the commit, in the order in which it was asked for; never when the work failed. */
  readonly afterCommit: (act: () => void) => void
}

export type Writer = {
  /** Resolves only after a durable commit; rejects, with nothing written, when the work throws. */
  write<T>(work: (write: Write) => Promise<T>): Promise<T>
  /** Resolves when everything asked for so far is committed. */
  drain(): Promise<void>
}

/** How a transaction is made durable, and how a turn of the event loop is awaited: what a simulation puts its own in place of. */
export type WriterEffects = {
  readonly commit?: (trx: ControlledTransaction<Database>) => Promise<void>
  readonly nextTurn?: (run: () => void) => void
}

const realEffects = { commit: (trx: ControlledTransaction<Database>) => trx.commit().execute(), nextTurn: setImmediate }

type Job = { run: (write: Write) => Promise<unknown>; resolve: (value: unknown) => void; reject: (error: unknown) => void }
type Done = { job: Job; effects: (() => void)[] } & ({ ok: true; value: unknown } | { ok: false; error: unknown })

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

  async function runOne(trx: ControlledTransaction<Database>, job: Job, index: number): Promise<Done> {
    const effects: (() => void)[] = []
    const name = `job_${index}`
    const within = await trx.savepoint(name).execute()
    try {
      const value = await job.run({ trx, afterCommit: (act) => effects.push(act) })
      await within.releaseSavepoint(name).execute()
      return { job, effects, ok: true, value }
    } catch (error) {
      // A full disk makes SQLite undo the whole transaction by itself: there is no savepoint left, and the batch fails for this reason.
      await within
        .rollbackToSavepoint(name)
        .execute()
        .catch(() => {
          throw error
        })
      return { job, effects: [], ok: false, error }
    }
  }

  async function runBatch(batch: Job[]): Promise<void> {
    const done: Done[] = []
    try {
      const trx = await db.startTransaction().execute()
      try {
        for (const [index, job] of batch.entries()) done.push(await runOne(trx, job, index))
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
    for (const result of done) {
      for (const effect of result.effects) attempt(effect)
      if (result.ok) result.job.resolve(result.value)
      else result.job.reject(result.error)
    }
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

  return {
    write<T>(work: (write: Write) => Promise<T>): Promise<T> {
      return new Promise<T>((resolve, reject) => {
        queue.push({ run: work, resolve: (value) => resolve(value as T), reject })
        running ??= flush()
      })
    },
    async drain() {
      while (running) await running
    },
  }
}
