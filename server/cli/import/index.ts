import { existsSync } from 'node:fs'
import { Command } from 'commander'
import { isSegmentPolicy } from '../../../shared/segments/policy.ts'
import type { ImportReport } from '../../../shared/traces/import-report.ts'
import type { ColumnMapping } from '../../../shared/traces/importer.ts'
import { importers } from '../../../shared/traces/importers.ts'
import type { Deps } from '../../deps.ts'
import { ensureProject, findProject } from '../../features/projects/index.ts'
import { importFiles } from '../../features/traces/index.ts'
import { UsageError } from '../failure.ts'
import { configOf, type PlaceOptions, reading, withPlace, writing } from '../place.ts'
import { listFiles, readFiles } from './files.ts'
import { withoutInstallation } from './no-installation.ts'
import { reportText } from './report-text.ts'
import { smallHeap } from './small-heap.ts'

type ImportOptions = PlaceOptions & {
  project?: string
  format?: string
  segment?: string
  columns?: string
  redact?: boolean
  dryRun?: boolean
  json?: boolean
}

export function importCommand(): Command {
  return withPlace(
    new Command('import')
      .description('read trace files, folders, or - for stdin, and say what became of each')
      .argument('<path...>', 'files and folders')
      .option('--project <P>', 'the project they go into; made with the defaults when missing')
      .option('--format <F>', 'the format, instead of finding it out')
      .option('--segment <POLICY>', 'turn, message, step, user-turn, span, window:N or trace (default turn)')
      .option('--columns <LIST>', 'which column of a table holds what: text=NAME,speaker=NAME,trace=NAME,label=NAME')
      .option('--redact', 'replace what looks like a key or token, in what is shown and in the bytes that are kept')
      .option('--dry-run', 'read and report, and write nothing')
      .option('--json', 'print the report as JSON'),
  ).action(runImport)
}

async function runImport(paths: string[], options: ImportOptions): Promise<void> {
  const policy = options.segment
  if (policy !== undefined && !isSegmentPolicy(policy)) {
    throw new UsageError(`"${policy}" is no way to cut a trace. Use turn, message, step, user-turn, span, window:N or trace.`)
  }
  const { format } = options
  if (format !== undefined && !importers.some((importer) => importer.format === format)) {
    throw new UsageError(`There is no format "${format}". The formats are ${importers.map((importer) => importer.format).join(', ')}.`)
  }
  const columns = options.columns === undefined ? undefined : columnsOf(options.columns)
  const found = listFiles(paths)
  const onTrace = smallHeap()
  const onFile = (name: string) => {
    if (process.stderr.isTTY) process.stderr.write(`reading ${name}\n`)
  }
  const run: Run = (deps, projectId) =>
    importFiles(deps, readFiles(found, onFile), {
      projectId,
      actorId: null,
      format: options.format,
      policy,
      isDryRun: options.dryRun ?? false,
      onTrace,
      isRedacted: options.redact ?? false,
      columns,
    })
  const report = options.dryRun ? await dryRun(options, run) : await realRun(options, run)
  console.log(options.json ? JSON.stringify(report, null, 2) : reportText(report))
  if (report.files.every((file) => file.result === 'refused')) {
    console.error(nothingImported(report.totals.files, paths))
    process.exitCode = 1
  }
}

function nothingImported(files: number, paths: readonly string[]): string {
  if (files === 0) return `There is no file in ${paths.join(', ')}.`
  return `${files === 1 ? 'The file could not' : `None of the ${files} files could`} be imported; the report says why.`
}

type Run = (deps: Deps, projectId: string | null) => Promise<ImportReport>

async function realRun(options: ImportOptions, run: Run): Promise<ImportReport> {
  const { project } = options
  if (project === undefined) throw new UsageError('Say which project the traces go into with --project, or look first with --dry-run.')
  return writing(options, async ({ deps }) => {
    const { created } = await ensureProject(deps, { id: project })
    if (created) console.error(`Project "${project}" was missing and has been made, with codebook MAST-14 and segments by turn.`)
    return run(deps, project)
  })
}

/** Beside an installation, if there is one: what is there already shows as identical. */
async function dryRun(options: ImportOptions, run: Run): Promise<ImportReport> {
  const config = configOf(options)
  const isThere = config.database.kind === 'postgres' || existsSync(config.database.file)
  const { project } = options
  if (project === undefined || !isThere) return withoutInstallation(config, (deps) => run(deps, null))
  return reading(options, async ({ deps }) => run(deps, (await findProject(deps.db, project)) ? project : null))
}

function columnsOf(list: string): ColumnMapping {
  const pairs = list.split(',').map((pair) => pair.split('='))
  const isKnown = (name: string | undefined) => name === 'trace' || name === 'speaker' || name === 'text' || name === 'label'
  if (!pairs.every(([name, column]) => isKnown(name) && column !== undefined && column !== ''))
    throw new UsageError(`"${list}" does not say what columns hold. Write for example text=body,speaker=who; also trace and label.`)
  return Object.fromEntries(pairs)
}
