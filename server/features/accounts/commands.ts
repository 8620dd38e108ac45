import type { Role } from '../../../shared/accounts/role.ts'
import { AppError } from '../../../shared/errors.ts'
import { toFlag } from '../../db/codecs.ts'
import { type Deps, nowText } from '../../deps.ts'
import { sha256 } from '../../hash.ts'
import { type Account, findAccount, findSignInLink } from './queries.ts'

const SESSION_DAYS = 30
/** Long enough for any name with titles; a longer one breaks every list it stands in. */
const MAX_NAME = 120
const DAY_MS = 24 * 60 * 60 * 1000

/** Creates the account, or renames the one that has this id. */
export async function putAccount(deps: Deps, account: Account): Promise<void> {
  if (!/^[a-z0-9][a-z0-9._-]{0,63}$/.test(account.id)) {
    throw new AppError(
      'bad_name',
      `"${account.id}" cannot be an account name: use 1 to 64 small letters, digits, dots, hyphens or underscores.`,
    )
  }
  if (account.name.trim() === '' || account.name.length > MAX_NAME) {
    throw new AppError('bad_name', `The name to show for "${account.id}" needs 1 to ${MAX_NAME} characters, not all of them spaces.`)
  }
  await deps.writer.write(({ trx }) =>
    trx
      .insertInto('account')
      .values({ id: account.id, name: account.name, created_at: nowText(deps), deactivated_at: null })
      .onConflict((oc) => oc.column('id').doUpdateSet({ name: account.name }))
      .execute(),
  )
}

export async function putMembership(deps: Deps, projectId: string, accountId: string, role: Role): Promise<void> {
  await deps.writer.write(({ trx }) =>
    trx
      .insertInto('membership')
      .values({ project_id: projectId, account_id: accountId, role })
      .onConflict((oc) => oc.columns(['project_id', 'account_id']).doUpdateSet({ role }))
      .execute(),
  )
}

/** Makes a link that signs its bearer in as the account. Only the hash of its token is kept. */
export async function createSignInLink(deps: Deps, accountId: string, options: { isReusable: boolean; days: number }): Promise<string> {
  if (!(await findAccount(deps.db, accountId))) throw new AppError('not_found', `There is no account "${accountId}".`)
  const token = deps.newSecret()
  const now = deps.clock.now()
  await deps.writer.write(({ trx }) =>
    trx
      .insertInto('sign_in_link')
      .values({
        token_sha256: sha256(token),
        account_id: accountId,
        created_at: now.toISOString(),
        expires_at: new Date(now.getTime() + options.days * DAY_MS).toISOString(),
        is_reusable: toFlag(options.isReusable),
        used_at: null,
      })
      .execute(),
  )
  return token
}

/** Trades a sign-in link for a session; gives the session's token and how long it lasts. */
export async function signIn(deps: Deps, linkToken: string): Promise<{ token: string; maxAgeSeconds: number }> {
  const now = deps.clock.now()
  const token = deps.newSecret()
  const tokenSha256 = sha256(linkToken)
  await deps.writer.write(async ({ trx }) => {
    const link = await findSignInLink(trx, tokenSha256, now.toISOString())
    if (!link) throw new AppError('link_not_valid', 'This sign-in link was used already or has expired. Ask whoever sent it for a new one.')
    await trx.updateTable('sign_in_link').set({ used_at: now.toISOString() }).where('token_sha256', '=', tokenSha256).execute()
    await trx
      .insertInto('session')
      .values({
        token_sha256: sha256(token),
        account_id: link.account_id,
        created_at: now.toISOString(),
        expires_at: new Date(now.getTime() + SESSION_DAYS * DAY_MS).toISOString(),
        revoked_at: null,
      })
      .execute()
  })
  return { token, maxAgeSeconds: (SESSION_DAYS * DAY_MS) / 1000 }
}

export async function signOut(deps: Deps, sessionToken: string): Promise<void> {
  const hash = sha256(sessionToken)
  await deps.writer.write(async ({ trx, afterCommit }) => {
    await trx
      .updateTable('session')
      .set({ revoked_at: nowText(deps) })
      .where('token_sha256', '=', hash)
      .execute()
    afterCommit(() => deps.hub.revoke(hash))
  })
}
