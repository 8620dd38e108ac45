/**
 * What the user did and the server has not yet acknowledged, on disk and in order. An act is written here before it is sent and
 * before anything on the screen says that it is kept. Rejected acts stay until they are dismissed: no work disappears unseen.
 */
import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import { type MutationId, type ProjectId, UserId } from '../../shared/ids.ts'
import { Mutation } from '../../shared/live/mutations.ts'

export type Rejection = { readonly code: string; readonly message: string; readonly current: unknown }

export type OutboxEntry = {
  readonly mutationId: MutationId
  readonly userId: UserId
  readonly project: ProjectId
  readonly mutation: Mutation
  readonly at: string
  readonly rejection: Rejection | null
}

export type Outbox = {
  /** False: this browser keeps nothing, and closing the tab loses what waits. */
  readonly isDurable: () => boolean
  /** Resolves when the entry is on disk. */
  readonly add: (entry: OutboxEntry) => Promise<void>
  readonly remove: (mutationId: MutationId) => Promise<void>
  readonly reject: (mutationId: MutationId, rejection: Rejection) => Promise<void>
  /** This user's entries in this project, oldest first. */
  readonly list: () => Promise<OutboxEntry[]>
  readonly close: () => void
}

type Row = Omit<OutboxEntry, 'mutation'> & { readonly mutation: unknown; readonly owner: string }

interface OutboxSchema extends DBSchema {
  mutations: { key: number; value: Row; indexes: { owner: string; mutationId: string } }
}

export type OutboxOptions = { readonly databaseName: string; readonly userId: UserId; readonly project: ProjectId }

/** Rows of other users stay where they are: neither sent nor lost when somebody else signs in on this browser. */
export function openOutbox(options: OutboxOptions): Outbox {
  // JSON keeps ("a", "b/c") and ("a/b", "c") apart.
  const owner = JSON.stringify([options.userId, options.project])
  const opening = openDatabase(options.databaseName)
  // Without IndexedDB (a private window, a full disk) labelling goes on, and the page warns before it is closed.
  const memory = new Map<MutationId, OutboxEntry>()
  let isDurable = true

  async function onDisk<T>(work: (db: IDBPDatabase<OutboxSchema>) => Promise<T>, otherwise: () => T): Promise<T> {
    try {
      return await work(await opening)
    } catch {
      isDurable = false
      return otherwise()
    }
  }

  async function change(mutationId: MutationId, edit: (row: Row) => Row | null): Promise<void> {
    const held = memory.get(mutationId)
    if (held) {
      const next = edit({ ...held, owner })
      if (next) memory.set(mutationId, { ...held, rejection: next.rejection })
      else memory.delete(mutationId)
      return
    }
    await onDisk(
      async (db) => {
        const transaction = db.transaction('mutations', 'readwrite', { durability: 'strict' })
        const cursor = await transaction.store.index('mutationId').openCursor(mutationId)
        if (cursor) {
          const next = edit(cursor.value)
          await (next ? cursor.update(next) : cursor.delete())
        }
        await transaction.done
      },
      () => undefined,
    )
  }

  return {
    isDurable: () => isDurable,
    add: (entry) =>
      onDisk(
        async (db) => {
          // Strict: the promise means that the operating system was told to put it on the disk.
          const transaction = db.transaction('mutations', 'readwrite', { durability: 'strict' })
          await transaction.store.add({ ...entry, owner })
          await transaction.done
        },
        () => void memory.set(entry.mutationId, entry),
      ),
    remove: (mutationId) => change(mutationId, () => null),
    reject: (mutationId, rejection) => change(mutationId, (row) => ({ ...row, rejection })),
    list: async () => {
      const rows = await onDisk(
        (db) => db.getAllFromIndex('mutations', 'owner', owner),
        () => [],
      )
      return [...rows.flatMap(toEntry), ...memory.values()]
    },
    close: () => {
      void opening.then(
        (db) => db.close(),
        () => undefined,
      )
    },
  }
}

async function openDatabase(name: string): Promise<IDBPDatabase<OutboxSchema>> {
  return openDB<OutboxSchema>(name, 1, {
    upgrade(db) {
      const store = db.createObjectStore('mutations', { autoIncrement: true })
      store.createIndex('owner', 'owner')
      store.createIndex('mutationId', 'mutationId', { unique: true })
    },
  })
}

/** A row that this version of the page cannot read stays on disk for the version that can. */
function toEntry(row: Row): OutboxEntry[] {
  const mutation = Mutation.safeParse(row.mutation)
  const userId = UserId.safeParse(row.userId)
  if (!mutation.success || !userId.success) return []
  const { mutationId, project, at, rejection } = row
  return [{ mutationId, userId: userId.data, project, mutation: mutation.data, at, rejection }]
}
