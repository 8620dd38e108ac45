import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Role } from '../../../shared/accounts/role.ts'
import { isLead } from '../../../shared/accounts/role.ts'
import { AppError } from '../../../shared/errors.ts'
import type { UserId } from '../../../shared/ids.ts'
import { UserId as UserIdSchema } from '../../../shared/ids.ts'
import { type Deps, nowText } from '../../deps.ts'
import { sha256 } from '../../hash.ts'
import { type Account, findAccountBySession, findRole } from './queries.ts'

export const SESSION_COOKIE = 'touchstone_session'

/** Somebody acting in a project: what every command asks for first. */
export type Actor = { readonly userId: UserId; readonly name: string; readonly role: Role; readonly projectId: string }

export function sessionToken(request: FastifyRequest): string | undefined {
  return request.cookies[SESSION_COOKIE]
}

/** The signed-in account, read anew for each request, so that a revoked session ends at once. */
export async function requireAccount(deps: Deps, request: FastifyRequest): Promise<Account> {
  const token = sessionToken(request)
  const account = token === undefined ? undefined : await findAccountBySession(deps.db, sha256(token), nowText(deps))
  if (!account) throw new AppError('not_signed_in', 'You are not signed in. Open the sign-in link you were given.')
  return account
}

/** The actor, or a refusal that says the same for a project that is not there and one that is not theirs. */
export async function requireMember(deps: Deps, request: FastifyRequest, projectId: string): Promise<Actor> {
  const account = await requireAccount(deps, request)
  return toActor(deps, account, projectId)
}

export async function toActor(deps: Deps, account: Account, projectId: string): Promise<Actor> {
  const role = await findRole(deps.db, projectId, account.id)
  if (!role) throw new AppError('not_found', 'There is no such project, or you are not a member of it.')
  return { userId: UserIdSchema.parse(account.id), name: account.name, role, projectId }
}

export async function requireLead(deps: Deps, request: FastifyRequest, projectId: string): Promise<Actor> {
  const actor = await requireMember(deps, request, projectId)
  assertLead(actor)
  return actor
}

export function assertLead(actor: Actor): void {
  if (!isLead(actor.role)) throw new AppError('not_allowed', 'Only a lead or an admin of the project can do this. Ask one of them.')
}

/** Over TLS the cookie cannot be sent in the clear; on loopback browsers would refuse such a cookie over plain HTTP. */
export function cookieOptions(app: FastifyInstance, basePath: string) {
  const isTls = 'setSecureContext' in app.server
  return { path: basePath, httpOnly: true, sameSite: 'strict', secure: isTls } as const
}
