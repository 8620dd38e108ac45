import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { send } from './errors.ts'

/** Serves the built client; every address of the app that is no file is its front page. */
export async function registerClient(app: FastifyInstance, options: { directory: string; basePath: string }): Promise<void> {
  const index = join(options.directory, 'index.html')
  if (!existsSync(index)) {
    app.get('/', { schema: { hide: true } }, (_request, reply) =>
      send(reply, 404, 'not_found', 'The client is not built. Run: npm run build'),
    )
    return
  }
  const page = pageFor(readFileSync(index, 'utf8'), options.basePath)
  await app.register(fastifyStatic, {
    root: join(options.directory, 'assets'),
    prefix: '/assets/',
    immutable: true,
    maxAge: '365d',
    decorateReply: false,
  })
  for (const path of ['/', '/p/*', '/signed-out']) {
    app.get(path, { schema: { hide: true } }, (_request, reply) =>
      reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(page),
    )
  }
}

/** The page says where the app is mounted, and finds its files there from any address. */
export function pageFor(html: string, basePath: string): string {
  return html
    .replace(/(<meta name="touchstone-base" content=")[^"]*(")/, (_all, before: string, after: string) => `${before}${basePath}${after}`)
    .replaceAll(/((?:src|href)=")\.\//g, (_all, before: string) => `${before}${basePath}`)
}
