import { createWriteStream, mkdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Command, Option } from 'commander'
import type { Deps } from '../deps.ts'
import { listRounds, type Round } from '../features/assignments/index.ts'
import { GOLD_FILES, goldFile } from '../features/gold/index.ts'
import { findProject } from '../features/projects/index.ts'
import { UsageError } from './failure.ts'
import { type PlaceOptions, reading, withPlace } from './place.ts'

type ExportOptions = PlaceOptions & { project: string; draft?: boolean; round?: string; format: string; out: string; json?: boolean }

export function exportCommand(): Command {
  return withPlace(
    new Command('export')
      .description('write the gold of a project')
      .requiredOption('--project <P>', 'the project')
      .option('--draft', 'the state as it is now, unreleased')
      .option('--round <N>', 'number of the round (default: the last one with labels)')
      .addOption(new Option('--format <F>', 'what to write').choices(['gold']).default('gold'))
      .requiredOption('--out <DIR>', 'folder for the files; made when missing')
      .option('--json', 'print what was written as JSON'),
  ).action(runExport)
}

async function runExport(options: ExportOptions): Promise<void> {
  await reading(options, async ({ deps }) => {
    if (!(await findProject(deps.db, options.project))) throw new UsageError(`There is no project "${options.project}".`)
    if (!options.draft) throw new Error(`Project "${options.project}" has no release yet. Export the state as it is now with --draft.`)
    const round = await chooseRound(deps, options)
    makeFolder(options.out)
    const files: string[] = []
    for (const name of GOLD_FILES) {
      const path = join(options.out, name)
      // Written beside and renamed, so that a broken export leaves no half file under the real name.
      await pipeline(Readable.from(goldFile(deps.db, deps.db, round, name)), createWriteStream(`${path}.partial`))
      renameSync(`${path}.partial`, path)
      files.push(path)
    }
    console.log(
      options.json ? JSON.stringify({ project: options.project, round: round.id, release: null, files }, null, 2) : files.join('\n'),
    )
  })
}

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true })
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error)
    throw new Error(`The folder ${folder} cannot be made (${code}). Choose another with --out.`)
  }
}

async function chooseRound(deps: Deps, options: ExportOptions): Promise<Round> {
  const rounds = await listRounds(deps.db, options.project)
  if (options.round !== undefined) {
    const named = rounds.find((round) => `${round.number}` === options.round || round.id === options.round)
    if (!named)
      throw new UsageError(
        `There is no round ${options.round} in "${options.project}"; there are ${rounds.map((round) => round.number).join(', ') || 'none'}.`,
      )
    return named
  }
  for (const round of rounds.toReversed()) {
    const label = await deps.db.selectFrom('label').select('segment_id').where('round_id', '=', round.id).limit(1).executeTakeFirst()
    if (label) return round
  }
  throw new Error(`Nothing has been labelled in "${options.project}" yet, so there is no gold to write.`)
}
