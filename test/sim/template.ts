import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Config, readConfig } from '../../server/config.ts'
import { putAccount, putMembership } from '../../server/features/accounts/index.ts'
import { createRound } from '../../server/features/assignments/index.ts'
import { ensureProject } from '../../server/features/projects/index.ts'
import { importFiles } from '../../server/features/traces/index.ts'
import { openInstallation } from '../../server/installation.ts'
import { ensureSecret } from '../../server/secret.ts'
import type { Role } from '../../shared/accounts/role.ts'
import { must } from '../../shared/assert.ts'
import { ProjectId, type RoundId, TraceId, UserId } from '../../shared/ids.ts'
import { makeEffects } from '../harness/effects.ts'
import { fileOf, traceOf } from '../harness/traces.ts'

export const PROJECT = ProjectId.parse('p')
export const START = Date.parse('2026-03-02T09:00:00.000Z')
export const OVERLAP = 2
const LEASE_MINUTES = 1

export type Person = { readonly id: UserId; readonly name: string; readonly role: Role }

const person = (id: string, name: string, role: Role): Person => ({ id: UserId.parse(id), name, role })
/** Their ids and names stand in no text of the traces, so that a stray one is a leak. */
export const ANNOTATORS = [person('u-ann', 'Ann', 'annotator'), person('u-bob', 'Bob', 'annotator'), person('u-cat', 'Cat', 'annotator')]
export const LEAD = person('u-lead', 'Mara', 'lead')
export const PEOPLE = [...ANNOTATORS, LEAD]

/** In memory where the system has such a place: what is played here are crashes of the process, for which no disk need spin. */
const SCRATCH = existsSync('/dev/shm') ? '/dev/shm' : tmpdir()

export function scratchFolder(): string {
  return mkdtempSync(join(SCRATCH, 'touchstone-sim-'))
}

export function configOf(folder: string): Config {
  return readConfig({ port: 0, data: folder, leaseMinutes: LEASE_MINUTES }, {})
}

export type Template = { readonly roundId: RoundId; readonly copy: () => string; readonly remove: () => void }

/** An installation with people and a round in it; made once, and copied for every history. */
export async function makeTemplate(): Promise<Template> {
  const folder = scratchFolder()
  const installation = await openInstallation(configOf(folder), makeEffects())
  const { deps } = installation
  await ensureProject(deps, { id: PROJECT, name: 'Project' })
  for (const { id, name, role } of PEOPLE) {
    await putAccount(deps, { id, name })
    await putMembership(deps, PROJECT, id, role)
  }
  await ensureSecret(deps, 'cursor_secret')
  const files = [['a', 'b'], ['c', 'd', 'e'], ['f'], ['g', 'h']].map((texts, index) =>
    fileOf(`t${index}.json`, traceOf(`t${index}`, texts)),
  )
  const report = await importFiles(deps, files, { projectId: PROJECT, actorId: null, policy: 'step', isDryRun: false })
  const traces = report.files.map((file) => TraceId.parse(must(file.traces[0], `a trace in ${file.file}`).id))
  const roundId = await createRound(
    deps,
    { userId: LEAD.id, name: LEAD.name, role: LEAD.role, projectId: PROJECT },
    {
      name: 'Round',
      traces,
      segments: {},
      overlap: OVERLAP,
      policy: { blind: 'until_submit', kind: 'normal', quota: null, order: 'given', repeats: 0.25 },
    },
  )
  await installation.close()
  return {
    roundId,
    copy() {
      const copied = scratchFolder()
      copyData(folder, copied)
      return copied
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** The files as they stand on the disk at this moment: what a process finds that starts after another was killed. */
export function copyData(from: string, to: string): void {
  for (const name of ['touchstone.db', 'touchstone.db-wal']) {
    if (existsSync(join(from, name))) cpSync(join(from, name), join(to, name))
  }
}
