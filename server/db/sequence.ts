import type { Transaction } from 'kysely'
import { AppError } from '../../shared/errors.ts'
import type { Database } from './database.ts'

/** The next `count` numbers of the project's event log, the first of them; only right inside the transaction that uses them. */
export async function nextSequences(trx: Transaction<Database>, projectId: string, count: number): Promise<number> {
  const row = await trx
    .updateTable('project')
    .set((eb) => ({ last_sequence: eb('last_sequence', '+', count) }))
    .where('id', '=', projectId)
    .returning('last_sequence')
    .executeTakeFirst()
  if (!row) throw new AppError('not_found', `There is no project "${projectId}".`)
  return row.last_sequence - count + 1
}
