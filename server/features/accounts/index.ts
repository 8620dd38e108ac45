export { createSignInLink, putAccount, putMembership } from './commands.ts'
export { type Account, findAccountBySession, listMembers } from './queries.ts'
export { registerAccountRoutes } from './routes.ts'
export { type Actor, assertLead, requireAccount, requireLead, requireMember, SESSION_COOKIE, toActor } from './session.ts'
