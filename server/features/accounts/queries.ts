import type { Kysely } from 'kysely'
import type { Role } from '../../../shared/accounts/role.ts'
import type { Database } from '../../db/database.ts'

export type Account = { readonly id: string; readonly name: string }

/** The account behind a live session, or none. */
export async function findAccountBySession(db: Kysely<Database>, tokenSha256: string, now: string): Promise<Account | undefined> {
  return db
    .selectFrom('session')
    .innerJoin('account', 'account.id', 'session.account_id')
    .select(['account.id', 'account.name'])
    .where('session.token_sha256', '=', tokenSha256)
    .where('session.revoked_at', 'is', null)
    .where('session.expires_at', '>', now)
    .where('account.deactivated_at', 'is', null)
    .executeTakeFirst()
}

export async function findRole(db: Kysely<Database>, projectId: string, accountId: string): Promise<Role | undefined> {
  const row = await db
    .selectFrom('membership')
    .select('role')
    .where('project_id', '=', projectId)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return row?.role as Role | undefined
}

export async function listMemberships(db: Kysely<Database>, accountId: string) {
  return db
    .selectFrom('membership')
    .innerJoin('project', 'project.id', 'membership.project_id')
    .select(['project.id', 'project.name', 'membership.role'])
    .where('membership.account_id', '=', accountId)
    .orderBy('project.id')
    .execute()
}

export async function listMembers(db: Kysely<Database>, projectId: string) {
  return db
    .selectFrom('membership')
    .innerJoin('account', 'account.id', 'membership.account_id')
    .select(['account.id', 'account.name', 'membership.role'])
    .where('membership.project_id', '=', projectId)
    .where('account.deactivated_at', 'is', null)
    .orderBy('account.id')
    .execute()
}

export async function findAccount(db: Kysely<Database>, accountId: string): Promise<Account | undefined> {
  return db.selectFrom('account').select(['id', 'name']).where('id', '=', accountId).executeTakeFirst()
}

export async function findSignInLink(db: Kysely<Database>, tokenSha256: string, now: string) {
  return db
    .selectFrom('sign_in_link')
    .selectAll()
    .where('token_sha256', '=', tokenSha256)
    .where('expires_at', '>', now)
    .where((eb) => eb.or([eb('is_reusable', '=', 1), eb('used_at', 'is', null)]))
    .executeTakeFirst()
}
