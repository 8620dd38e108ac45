import type { Transaction } from 'kysely'
import { AppError } from '../../shared/errors.ts'
import type { Database } from './database.ts'

/** The next number of the project's event log; only right inside the transaction that uses it. */
export async function nextSequence(trx: Transaction<Database>, projectId: string): Promise<number> {
  const row = await trx
    .updateTable('project')
    .set((eb) => ({ last_sequence: eb('last_sequence', '+', 1) }))
    .where('id', '=', projectId)
    .returning('last_sequence')
    .executeTakeFirst()
  if (!row) throw new AppError('not_found', `There is no project "${projectId}".`)
  return row.last_sequence
}
