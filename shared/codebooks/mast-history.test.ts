import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { cohenKappa } from '../agreement/cohen-kappa.ts'
import { pairTable, ratingMatrix } from '../agreement/rating-matrix.ts'
import { mast14 } from './mast-14.ts'
import { EARLIER_TAXONOMIES, heirOf, MAPPING_PROFILES, type MappingProfile, withoutHeir } from './mast-history.ts'

type Vote = boolean | null
type Annotation = { code: string; title: string; annotator_1: Vote; annotator_2: Vote; annotator_3: Vote }
type MadRecord = { readonly annotations: readonly Annotation[] }

const folder = process.env['TOUCHSTONE_FIXTURES']
const read = (name: string): unknown => JSON.parse(readFileSync(join(folder ?? '', 'mad', name), 'utf8'))
const isThere = folder !== undefined && existsSync(join(folder, 'mad'))
const [text, meaning] = MAPPING_PROFILES as [MappingProfile, MappingProfile]
const MODES = mast14.modes.map((mode) => mode.id)

describe('earlier taxonomies of MAST', () => {
  it('have 18, 17 and 14 modes, each of which is carried over or named as one without an heir', () => {
    expect(EARLIER_TAXONOMIES.map(({ modes }) => modes.length)).toEqual([18, 17, 14])
    expect(EARLIER_TAXONOMIES.map((taxonomy) => withoutHeir(taxonomy, text).length)).toEqual([4, 3, 0])
    for (const { modes } of EARLIER_TAXONOMIES) for (const [, title] of modes) expect(() => heirOf(meaning, title)).not.toThrow()
  })

  it('are carried over by title: an unknown one is an error, and never a guess by its code', () => {
    expect(() => heirOf(text, '1.1')).toThrow('not a mode of any earlier MAST taxonomy')
  })
})

describe.skipIf(!isThere)("MAST's own human labels, carried over (field files are looked for in TOUCHSTONE_FIXTURES)", () => {
  const { records } = isThere ? (read('mad_human_labels_19x3.json') as { records: MadRecord[] }) : { records: [] }
  const votesOf = (record: MadRecord, profile: MappingProfile, mode: string): Vote[] => {
    const cells = record.annotations.filter(({ title }) => heirOf(profile, title) === mode)
    return ([1, 2, 3] as const).map((n) => {
      const votes = cells.map((cell) => cell[`annotator_${n}`])
      return votes.includes(true) ? true : votes.includes(false) ? false : null
    })
  }
  const majority = (profile: MappingProfile) =>
    records.map((record) => MODES.filter((mode) => votesOf(record, profile, mode).filter((vote) => vote === true).length >= 2))

  it('use the codes and titles of the taxonomies here', () => {
    for (const { annotations } of records) {
      const own = annotations.map(({ code, title }) => `${code} ${title}`).toSorted()
      expect(EARLIER_TAXONOMIES.map(({ modes }) => modes.map((mode) => mode.join(' ')).toSorted())).toContainEqual(own)
    }
  })

  it('give the majority labels of both profiles, which differ in exactly 16 of 266 cells', () => {
    const expected = Object.values(read('majority_by_mapping_profile.json') as object) as { majority_labels: Record<string, string[]> }[]
    for (const [index, profile] of MAPPING_PROFILES.entries()) {
      expect(majority(profile)).toEqual(records.map((_record, n) => expected[index]?.majority_labels[String(n)]))
    }
    const [one, other] = [majority(text), majority(meaning)]
    const differing = records.flatMap((_record, n) => MODES.filter((mode) => one[n]?.includes(mode) !== other[n]?.includes(mode)))
    expect([differing.length, records.length * MODES.length]).toEqual([16, 266])
  })

  it('give the published kappa per mode by text; FM-2.4 and FM-3.1 are undefined', () => {
    const { modes } = read('agreement_per_mode_expected.json') as {
      modes: Record<string, Record<string, { n: number; kappa: number | null }>>
    }
    const undefinedModes = new Set<string>()
    for (const mode of MODES) {
      const matrix = ratingMatrix(
        records.map((record) => votesOf(record, text, mode).map((vote) => (vote === null ? null : vote ? 0 : 1))),
        2,
      )
      for (const [a, b] of [
        [0, 1],
        [0, 2],
        [1, 2],
      ] as const) {
        const theirs = modes[mode]?.[`cohen_${a + 1}_${b + 1}`]
        const ours = cohenKappa(pairTable(matrix, a, b))
        expect(ours.n).toBe(theirs?.n)
        if (ours.kind === 'undefined') undefinedModes.add(mode)
        if (ours.kind === 'undefined') expect(theirs?.kappa).toBeNull()
        else expect(ours.value).toBeCloseTo(theirs?.kappa ?? Number.NaN, 12)
      }
    }
    expect([...undefinedModes]).toEqual(['FM-2.4', 'FM-3.1'])
  })
})
