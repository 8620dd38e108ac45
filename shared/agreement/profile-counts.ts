/**
 * Over all raters: how many segments of each trace have p values present and a absent, per mode. Whole numbers, so that what was put in
 * and taken out again leaves no trace of rounding; AC1 and alpha over any number of raters need nothing more.
 */
export type ProfileCounts = {
  /** One rater's vector of a segment becomes another (null = none). `votes` are those before the change. */
  readonly change: (trace: string, votes: ReadonlyMap<string, string>, rater: string, vector: string | null) => void
  /** Calls back for every combination that occurs in a trace and mode, in a fixed order. */
  readonly each: (trace: string, visit: (present: number, absent: number, perMode: Int32Array) => void) => void
}

/** More raters than this never label one segment (a round's overlap is at most 20). */
const BASE = 1024

export function makeProfileCounts(modes: number): ProfileCounts {
  const byTrace = new Map<string, Map<number, Int32Array>>()
  /** The keys of a trace in order; made anew when a combination occurs for the first time. */
  const ordered = new Map<string, readonly number[]>()
  const present = new Int32Array(modes)
  const absent = new Int32Array(modes)

  function add(trace: string, combinations: Map<number, Int32Array>, mode: number, key: number, by: 1 | -1): void {
    if (key === 0) return
    let counts = combinations.get(key)
    if (!counts) {
      counts = new Int32Array(modes)
      combinations.set(key, counts)
      ordered.delete(trace)
    }
    counts[mode] = (counts[mode] ?? 0) + by
  }

  return {
    change(trace, votes, rater, vector) {
      const combinations = byTrace.get(trace) ?? new Map<number, Int32Array>()
      byTrace.set(trace, combinations)
      present.fill(0)
      absent.fill(0)
      for (const value of votes.values()) {
        for (let mode = 0; mode < modes; mode++) {
          const letter = value[mode]
          if (letter === 'p') present[mode] = (present[mode] ?? 0) + 1
          else if (letter === 'a') absent[mode] = (absent[mode] ?? 0) + 1
        }
      }
      const before = votes.get(rater)
      for (let mode = 0; mode < modes; mode++) {
        const from = before?.[mode]
        const to = vector?.[mode]
        if (from === to) continue
        const [p, a] = [present[mode] ?? 0, absent[mode] ?? 0]
        const nextP = p - Number(from === 'p') + Number(to === 'p')
        const nextA = a - Number(from === 'a') + Number(to === 'a')
        add(trace, combinations, mode, p * BASE + a, -1)
        add(trace, combinations, mode, nextP * BASE + nextA, 1)
      }
    },
    each(trace, visit) {
      const combinations = byTrace.get(trace)
      if (!combinations) return
      let keys = ordered.get(trace)
      if (!keys) {
        keys = [...combinations.keys()].toSorted((one, other) => one - other)
        ordered.set(trace, keys)
      }
      for (const key of keys) {
        const counts = combinations.get(key)
        if (counts) visit(Math.floor(key / BASE), key % BASE, counts)
      }
    },
  }
}
