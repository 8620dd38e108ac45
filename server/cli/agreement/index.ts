import { readFile, writeFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { Command } from 'commander'
import type { AgreementOptions } from './options.ts'
import { type AgreementIo, runAgreement } from './run-agreement.ts'

/** The command `touchstone agreement FILE`. */
export function agreementCommand(): Command {
  return new Command('agreement')
    .description('how far raters agree: coefficients, intervals and what to make of them')
    .argument('<FILE>', 'ratings as CSV or JSONL with item, rater, label and optionally mode, cluster; - for standard input')
    .option('--categories <a,b,...>', 'the categories in order, the first one is "present" (default: those seen)')
    .option('--no-cluster', 'take items as independent although the file has clusters')
    .option('--bootstrap <N>', 'intervals from N resamples of clusters, or of items without clusters')
    .option('--seed <S>', 'seed of the bootstrap (default: 1)')
    .option('--json', 'print the report as JSON (touchstone.agreement/1)')
    .option('--csv', 'print one line per coefficient as CSV')
    .option('--html <PATH>', 'write a report with plots and a methods paragraph')
    .action((path: string, options: AgreementOptions) => runAgreement(path, options, standardIo))
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
