import { makeChance } from './chance.ts'

/** What can go wrong in a history. Each history has only some of it, chosen by its seed: rare mixtures are met sooner that way. */
export const FAULTS = [
  /** Connections break; what was under way is lost. */
  'cuts',
  /** Connections stay open and nothing gets through any more, in one direction or in both. */
  'silences',
  'slow network',
  /** The server loses its memory at any moment, also between a commit and its answers. */
  'server crashes',
  /** A tab loses its memory; its disk keeps the outbox. */
  'tab crashes',
  'full disk',
  /** A commit takes its time, before and after it is durable. */
  'slow commits',
  /** Clocks of server and browsers jump. */
  'skewed clocks',
  'expired sessions',
  /** People go away for longer than their lease. */
  'long pauses',
  /** A person works in two tabs of one browser. */
  'two tabs',
  /** A reader so slow that the server gives up on it. */
  'slow readers',
  /** Two people share a browser. */
  'shared browser',
  /** A lead hands back, reopens, widens and decides. */
  'lead acts',
] as const
export type Fault = (typeof FAULTS)[number]

export type Plan = {
  readonly seed: number
  readonly faults: readonly Fault[]
  /** How long people work before everything is mended and must come to rest. */
  readonly seconds: number
}

/** The plan a seed stands for. */
export function planOf(seed: number): Plan {
  const chance = makeChance(seed, 'plan')
  return { seed, faults: FAULTS.filter(() => chance.happens(0.45)), seconds: chance.between(40, 100) }
}

export function planText({ seed, faults, seconds }: Plan): string {
  return `{ seed: ${seed}, faults: [${faults.map((fault) => `'${fault}'`).join(', ')}], seconds: ${seconds} }`
}
