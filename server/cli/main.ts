#!/usr/bin/env node
import { Command, CommanderError } from 'commander'
import { ConfigError } from '../config.ts'
import { agreementCommand } from './agreement/index.ts'
import { demoCommand } from './demo/index.ts'
import { exportCommand } from './export.ts'
import { UsageError } from './failure.ts'
import { importCommand } from './import/index.ts'
import { serveCommand } from './serve.ts'
import { userCommand } from './user.ts'

const program = new Command('touchstone')
  .description('label the traces of LLM agents with failure modes, see how far people agree, and make gold of it')
  .addCommand(serveCommand())
  .addCommand(demoCommand())
  .addCommand(importCommand())
  .addCommand(exportCommand())
  .addCommand(agreementCommand())
  .addCommand(userCommand())

/** Exit codes: 0 done, 1 the work failed, 2 used in a wrong way. Nothing but results goes to standard output. */
async function main(): Promise<void> {
  for (const command of [program, ...program.commands, ...program.commands.flatMap((one) => one.commands)]) command.exitOverride()
  try {
    await program.parseAsync()
  } catch (error) {
    if (error instanceof CommanderError) {
      process.exitCode = error.exitCode === 0 ? 0 : 2
      return
    }
    console.error(error instanceof Error ? error.message : String(error))
    process.exitCode = error instanceof UsageError || error instanceof ConfigError ? 2 : 1
  }
}

await main()
