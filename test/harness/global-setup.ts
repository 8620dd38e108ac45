import type { TestProject } from 'vitest/node'
import { type Cluster, startCluster } from './postgres.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** A database of the throwaway PostgreSQL cluster to connect to, or null when PostgreSQL is not installed. */
    postgresUrl: string | null
  }
}

let cluster: Promise<Cluster | null> | undefined
let users = 0

/** Starts PostgreSQL once for all kinds of tests, and stops it after the last of them. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  users += 1
  cluster ??= startCluster().then((started) => {
    if (!started) console.log('PostgreSQL (initdb, postgres) was not found: the tests on PostgreSQL are skipped.')
    return started
  })
  project.provide('postgresUrl', (await cluster)?.url ?? null)
  return async () => {
    users -= 1
    if (users > 0) return
    await (await cluster)?.stop()
    cluster = undefined
  }
}
