import { readFile, writeFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { Command, Option } from 'commander'
import { UsageError } from '../failure.ts'
import { withPlace } from '../place.ts'
import type { AgreementOptions } from './options.ts'
import { type ProjectOptions, runProjectAgreement } from './project-agreement.ts'
import { type AgreementIo, runAgreement } from './run-agreement.ts'

/** The command `touchstone agreement FILE`, or `--project P` for what is in an installation. */
export function agreementCommand(): Command {
  return withPlace(
    new Command('agreement')
      .description('how far raters agree: coefficients, intervals and what to make of them')
      .argument('[FILE]', 'ratings as CSV or JSONL with item, rater, label and optionally mode, cluster; - for standard input')
      .option('--categories <a,b,...>', 'the categories in order, the first one is "present" (default: those seen)')
      .option('--no-cluster', 'take items as independent although they come in clusters (traces)')
      .option('--bootstrap <N>', 'intervals from N resamples of clusters, or of items without clusters')
      .option('--seed <S>', 'seed of the bootstrap (default: 1)')
      .option('--json', 'print the report as JSON (touchstone.agreement/1)')
      .option('--csv', 'print one line per coefficient as CSV')
      .option('--html <PATH>', 'write a report with plots and a methods paragraph')
      .option('--project <P>', 'a project instead of a file')
      .option('--round <R>', 'number or id of the round (default: the last one with labels that is neither training nor discussion)')
      .addOption(new Option('--level <L>', 'compare segments, or whole traces (present if any segment is)').choices(['segment', 'trace']))
      .option('--framework <F>', 'only traces of this framework')
      .option('--model <M>', 'only traces of this model')
      .option('--annotator <A...>', 'only these annotators')
      .option('--position <FROM-TO>', 'only segments at these places of their trace, counted from 0')
      .option('--include-late', 'also labels that came after a lease had ended, but for those a lead refused')
      .option('--exclude-bulk', 'leave out "nothing" that was answered for many segments in one act'),
  ).action((path: string | undefined, options: AgreementOptions & ProjectOptions) => {
    if (options.project !== undefined) return runProjectAgreement(path, options, standardIo)
    const meant = PROJECT_ONLY.find((name) => options[name] !== undefined)
    if (meant !== undefined) throw new UsageError(`--${dashed(meant)} goes with --project P.`)
    if (path === undefined) throw new UsageError('Name a ratings file, or a project with --project P.')
    return runAgreement(path, options, standardIo)
  })
}

const PROJECT_ONLY = [
  'round',
  'level',
  'framework',
  'model',
  'annotator',
  'position',
  'includeLate',
  'excludeBulk',
  'data',
  'databaseUrl',
] as const

function dashed(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}

const standardIo: AgreementIo = {
  read: readText,
  writeFile: (path, content) => writeFile(path, content),
  print: (content) => {
    // `| head` closes the pipe early: then nobody wants the rest, and that is no failure.
    process.stdout.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error
    })
    process.stdout.write(content)
  },
  warn: (sentence) => console.error(sentence),
}

async function readText(path: string): Promise<string> {
  if (path === '-') return text(process.stdin)
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null
    if (code === 'ENOENT') throw new Error(`There is no file ${path}.`)
    if (code === 'EISDIR') throw new Error(`${path} is a folder; a ratings file is meant.`)
    throw error
  }
}
