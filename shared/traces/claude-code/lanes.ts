import { MAIN_LANE } from '../build-trace.ts'
import { type ClaudeRecord, isPrompt } from './records.ts'

/**
 * Finds the lane of each record: side chains of sub-agents, and branches that were left when the user went back and asked otherwise.
 * Results hang on the lines of the calls they answer, so only a second prompt under one parent makes a branch.
 */
export function laneFinder(records: readonly ClaudeRecord[]): (record: ClaudeRecord) => string {
  const isOneChain = records.every((record) => record.isSide || record.speaker === 'other')
  const left = abandonedPrompts(records)
  const lanes = new Map<string, string>()
  let sides = 0
  return (record) => {
    const inherited = record.parent === null ? undefined : lanes.get(record.parent)
    const lane = isOneChain ? MAIN_LANE : (sideLane(record, inherited) ?? left.get(record) ?? inherited ?? MAIN_LANE)
    if (record.uuid !== null) lanes.set(record.uuid, lane)
    return lane
  }

  function sideLane(record: ClaudeRecord, inherited: string | undefined): string | null {
    if (!record.isSide) return null
    if (record.agentId !== null) return `agent ${record.agentId}`
    if (inherited?.startsWith('side chain') === true) return inherited
    sides++
    return `side chain ${sides}`
  }
}

/** Prompts that have a later one under the same parent, with the name of the lane they are drawn in. */
function abandonedPrompts(records: readonly ClaudeRecord[]): Map<ClaudeRecord, string> {
  const latest = new Map<string, ClaudeRecord>()
  const left = new Map<ClaudeRecord, string>()
  for (const record of records) {
    if (record.parent === null || record.isSide || !isPrompt(record)) continue
    const earlier = latest.get(record.parent)
    // A line written again under its own id is no branch.
    if (earlier !== undefined && earlier.uuid !== record.uuid) left.set(earlier, `branch ${left.size + 1}`)
    latest.set(record.parent, record)
  }
  return left
}
