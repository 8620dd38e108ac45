import { itbenchEvaluation, itbenchOutput } from './itbench.ts'
import type { Joiner } from './join.ts'
import { terminalBenchResults } from './terminal-bench.ts'
import { trailAnnotations } from './trail-annotations.ts'

/** Every kind of file that adds to the traces of other files. */
export const joiners: readonly Joiner[] = [itbenchOutput, itbenchEvaluation, trailAnnotations, terminalBenchResults]
