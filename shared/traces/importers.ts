import { agentLog } from './agent-log.ts'
import { argilla, doccano } from './annotation-tasks.ts'
import { atif } from './atif.ts'
import { autoGenState } from './autogen-state.ts'
import { braintrust } from './braintrust.ts'
import { chat } from './chat.ts'
import { claudeCode } from './claude-code.ts'
import { cliSession } from './cli-session.ts'
import { codex } from './codex.ts'
import { crewAi } from './crewai.ts'
import { geminiCli } from './gemini-cli.ts'
import type { Importer } from './importer.ts'
import { inspect } from './inspect.ts'
import { labelStudio } from './label-studio.ts'
import { langChain } from './langchain.ts'
import { mad } from './mad.ts'
import { magenticOne } from './magentic-one.ts'
import { managedSession } from './managed-session.ts'
import { miniSweAgent } from './mini-swe-agent.ts'
import { openHands } from './openhands.ts'
import { otelLogs } from './otel-logs.ts'
import { responses } from './responses.ts'
import { agentsSdk, langSmith, trail } from './runs.ts'
import { langfuse, otlp, phoenix } from './spans.ts'
import { sweAgent } from './swe-agent.ts'
import { table } from './table.ts'
import { tauBench } from './tau-bench.ts'
import { terminal } from './terminal.ts'
import { touchstone } from './touchstone-trace.ts'
import { transcript } from './transcript.ts'
import { whoAndWhen } from './who-and-when.ts'

/** Every importer. Of two with the same score the earlier one wins. */
export const importers: readonly Importer[] = [
  touchstone,
  codex,
  claudeCode,
  mad,
  atif,
  sweAgent,
  miniSweAgent,
  openHands,
  tauBench,
  whoAndWhen,
  labelStudio,
  geminiCli,
  cliSession,
  responses,
  langChain,
  inspect,
  otlp,
  phoenix,
  langfuse,
  langSmith,
  trail,
  agentsSdk,
  braintrust,
  otelLogs,
  managedSession,
  crewAi,
  autoGenState,
  magenticOne,
  argilla,
  doccano,
  terminal,
  agentLog,
  chat,
  table,
  transcript,
]

/** The importer of a format name. */
export function findImporter(format: string): Importer | undefined {
  return importers.find((importer) => importer.format === format)
}
