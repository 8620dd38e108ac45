import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { Command } from 'commander'
import { readConfig } from '../../config.ts'
import type { Deps } from '../../deps.ts'
import { createSignInLink } from '../../features/accounts/index.ts'
import { findProject } from '../../features/projects/index.ts'
import { type RunningServer, startServer, untilStopped } from '../../main.ts'
import { DEMO_PROJECT, seedDemo } from './seed.ts'

const PEOPLE = [
  { id: 'ann', says: 'Ann, annotator' },
  { id: 'bob', says: 'Bob, annotator' },
  { id: 'lead', says: 'Mara, lead' },
]

/** Long enough for whoever keeps the demo open over a weekend. */
const LINK_DAYS = 7

type DemoOptions = { data: string; port: string; fresh?: boolean }

export function demoCommand(): Command {
  return new Command('demo')
    .description('serve a sample project with a finished round and an open one, and print three sign-in links')
    .option('--data <DIR>', 'folder of the demo database', 'data/demo')
    .option('--port <N>', 'port to listen on', '4180')
    .option('--fresh', 'start the sample project over')
    .action(runDemo)
}

async function runDemo(options: DemoOptions): Promise<void> {
  if (options.fresh) removeDatabase(options.data)
  // Three windows of one browser: a host name each, and so a cookie and an outbox each.
  const loopbackNames = PEOPLE.map(({ id }) => `${id}.localhost`)
  const server = await startServer(readConfig({ data: options.data, port: options.port, loopbackNames }))
  const isNew = !(await findProject(server.deps.db, DEMO_PROJECT.id))
  if (isNew) await seedDemo(server.deps)
  await printLinks(server, isNew)
  await untilStopped()
  await server.stop()
}

function removeDatabase(directory: string): void {
  for (const suffix of ['', '-wal', '-shm']) rmSync(join(directory, `touchstone.db${suffix}`), { force: true })
}

async function printLinks(server: RunningServer, isNew: boolean): Promise<void> {
  console.log(`\nTouchstone demo is served on port ${server.port}${isNew ? '' : ' (with the labels of last time; --fresh starts over)'}.\n`)
  for (const { id, says } of PEOPLE) console.log(`  ${says.padEnd(16)}${await linkFor(server.deps, id, server.port)}`)
  console.log("\nOpen all three in one browser: label as Ann and as Bob, and watch kappa move on the lead's screen. Ctrl-C stops it.\n")
}

async function linkFor(deps: Deps, accountId: string, port: number): Promise<string> {
  const token = await createSignInLink(deps, accountId, { isReusable: true, days: LINK_DAYS })
  return `http://${accountId}.localhost:${port}/sign-in/${token}`
}
