/** The queue in groups: modes that get confused first, since settling them side by side is quickest and most even. */
import { unreachable } from '../../../shared/assert.ts'
import type { Codebook } from '../../../shared/codebooks/codebook.ts'
import type { IconName } from '../../ui/icon.tsx'
import { type Cell, isOpen } from './cells.ts'

export type GroupBy = 'pair' | 'mode' | 'trace'

export type Group = {
  id: string
  title: string
  /** What the title stands for, when it is codes. */
  about: string
  kind: 'pair' | 'mode' | 'trace' | 'unsure'
  icon: IconName | null
  cells: readonly Cell[]
  left: number
}

type Place = Pick<Group, 'id' | 'title' | 'about' | 'kind' | 'icon'> & { order: number }

/**
 * Every cell in exactly one group. A cell's group depends on its votes and never on what was decided, so that no row moves
 * under the hand when it is settled.
 */
export function groupCells(cells: readonly Cell[], by: GroupBy, codebook: Codebook): Group[] {
  const index = new Map<string, number>(codebook.modes.map((mode, at) => [mode.id, at]))
  const traces = [...new Set(cells.map((cell) => cell.traceId as string))]
  const byId = new Map<string, { place: Place; cells: Cell[] }>()
  for (const cell of cells) {
    const place = placeOf(cell, by, codebook, index, traces)
    const group = byId.get(place.id) ?? { place, cells: [] }
    group.cells.push(cell)
    byId.set(place.id, group)
  }
  const modeAt = (cell: Cell) => index.get(cell.mode) ?? 0
  return [...byId.values()]
    .map(({ place: { order, ...place }, cells: members }) => ({
      order,
      ...place,
      cells: members.toSorted((a, b) => compare(a.traceTitle, b.traceTitle) || a.segmentIndex - b.segmentIndex || modeAt(a) - modeAt(b)),
      left: members.filter(isOpen).length,
    }))
    .toSorted((a, b) => rank[a.kind] - rank[b.kind] || (a.kind === 'pair' ? b.cells.length - a.cells.length : 0) || a.order - b.order)
    .map(({ order: _order, ...group }) => group)
}

const rank: Readonly<Record<Group['kind'], number>> = { pair: 0, mode: 1, trace: 1, unsure: 2 }

function placeOf(cell: Cell, by: GroupBy, codebook: Codebook, index: ReadonlyMap<string, number>, traces: readonly string[]): Place {
  const own = index.get(cell.mode) ?? 0
  const mode = codebook.modes[own]
  switch (by) {
    case 'trace':
      return { id: cell.traceId, title: cell.traceTitle, about: '', kind: 'trace', icon: null, order: traces.indexOf(cell.traceId) }
    case 'mode':
      return { id: cell.mode, title: mode?.code ?? cell.mode, about: mode?.name ?? '', kind: 'mode', icon: null, order: own }
    case 'pair': {
      if (!(cell.votes.includes('present') && cell.votes.includes('absent'))) {
        return { id: 'unsure', title: 'Unsure or n.a. left over', about: '', kind: 'unsure', icon: 'unsure', order: 0 }
      }
      const other = cell.confusedWith === null ? undefined : index.get(cell.confusedWith)
      if (other === undefined) {
        return { id: `alone ${cell.mode}`, title: mode?.code ?? cell.mode, about: 'against nothing', kind: 'mode', icon: null, order: own }
      }
      const [first, second] = own < other ? [own, other] : [other, own]
      const names = [codebook.modes[first], codebook.modes[second]]
      return {
        id: `${first} ${second}`,
        title: names.map((one) => one?.code ?? '').join(' / '),
        about: names.map((one) => one?.name ?? '').join(' against '),
        kind: 'pair',
        icon: null,
        order: first,
      }
    }
    default:
      return unreachable(by)
  }
}

const collator = new Intl.Collator('en', { numeric: true })
const compare = (a: string, b: string) => collator.compare(a, b)
