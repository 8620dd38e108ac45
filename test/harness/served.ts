import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '../../server/config.ts'
import type { Deps } from '../../server/deps.ts'
import { createSignInLink, putAccount, putMembership } from '../../server/features/accounts/index.ts'
import { ensureProject } from '../../server/features/projects/index.ts'
import { type RunningServer, startServer } from '../../server/main.ts'
import type { Role } from '../../shared/accounts/role.ts'

export type Person = { readonly id: string; readonly name: string; readonly role: Role }

export type Served = {
  readonly deps: Deps
  readonly port: number
  /** A link that signs this person in, on a host name of their own. */
  readonly linkFor: (person: string) => Promise<string>
  readonly restart: () => Promise<void>
  /** Stops listening; the data stay. `up` goes on with them on the same port. */
  readonly down: () => Promise<void>
  readonly up: () => Promise<void>
  /** Stops and takes the data away. */
  readonly stop: () => Promise<void>
}

/** The real server with the built client, on a free port and a database of its own. */
export async function serve(project: string, people: readonly Person[]): Promise<Served> {
  const data = mkdtempSync(join(tmpdir(), 'touchstone-'))
  const loopbackNames = people.map(({ id }) => `${id}.localhost`)
  let running: RunningServer = await startServer(readConfig({ data, port: 0, loopbackNames }, {}))
  const { port } = running
  let isUp = true
  async function down(): Promise<void> {
    if (isUp) await running.stop()
    isUp = false
  }
  async function up(): Promise<void> {
    running = await startServer(readConfig({ data, port, loopbackNames }, {}))
    isUp = true
  }
  await ensureProject(running.deps, { id: project })
  for (const { id, name, role } of people) {
    await putAccount(running.deps, { id, name })
    await putMembership(running.deps, project, id, role)
  }
  return {
    get deps() {
      return running.deps
    },
    port,
    async linkFor(person) {
      const token = await createSignInLink(running.deps, person, { isReusable: false, days: 1 })
      return `http://${person}.localhost:${port}/sign-in/${token}`
    },
    async restart() {
      await down()
      await up()
    },
    down,
    up,
    async stop() {
      await down()
      rmSync(data, { recursive: true, force: true })
    },
  }
}
