import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import * as z from 'zod'
import { Me, ProblemBody } from '../../../shared/http/api.ts'
import { ProjectId, UserId } from '../../../shared/ids.ts'
import type { Deps } from '../../deps.ts'
import { signIn, signOut } from './commands.ts'
import { listMemberships } from './queries.ts'
import { cookieOptions, requireAccount, SESSION_COOKIE, sessionToken } from './session.ts'

export function registerAccountRoutes(app: FastifyInstance, deps: Deps): void {
  const routes = app.withTypeProvider<ZodTypeProvider>()

  routes.get(
    '/sign-in/:token',
    {
      schema: {
        summary: 'Trade a sign-in link for a session',
        params: z.object({ token: z.string() }),
        response: { 303: z.null(), 401: ProblemBody },
      },
      config: { rateLimit: { max: 30, timeWindow: '1 minute' } },
    },
    async (request, reply) => {
      const { token, maxAgeSeconds } = await signIn(deps, request.params.token)
      reply.setCookie(SESSION_COOKIE, token, { ...cookieOptions(app, deps.config.basePath), maxAge: maxAgeSeconds })
      return reply.redirect(deps.config.basePath, 303)
    },
  )

  routes.get(
    '/api/me',
    { schema: { summary: 'Who is signed in, and in which projects', response: { 200: Me, 401: ProblemBody } } },
    async (request) => {
      const account = await requireAccount(deps, request)
      const memberships = await listMemberships(deps.db, account.id)
      return {
        user: { id: UserId.parse(account.id), name: account.name },
        projects: memberships.map((row) => ({
          id: ProjectId.parse(row.id),
          name: row.name,
          role: row.role as Me['projects'][number]['role'],
        })),
      }
    },
  )

  routes.delete(
    '/api/session',
    { schema: { summary: 'Sign out', response: { 204: z.null(), 401: ProblemBody } } },
    async (request, reply) => {
      await requireAccount(deps, request)
      await signOut(deps, sessionToken(request) ?? '')
      reply.clearCookie(SESSION_COOKIE, cookieOptions(app, deps.config.basePath))
      return reply.code(204).send(null)
    },
  )
}
