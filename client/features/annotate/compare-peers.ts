/** My answers of a trace beside those of others, differences first. Pure. */
import type { Codebook } from '../../../shared/codebooks/codebook.ts'
import type { OutlineRow, PeerLabels } from '../../../shared/http/api.ts'
import type { ModeId, SegmentId } from '../../../shared/ids.ts'
import type { LabelValue, LabelVector } from '../../../shared/labels/label.ts'

/** A mode that somebody did not call absent. */
export type Said = { readonly code: string; readonly name: string; readonly value: LabelValue; readonly differs: boolean }

export type ComparedSegment = {
  readonly id: SegmentId
  readonly index: number
  readonly title: string
  /** Somebody else answered it too. */
  readonly isCompared: boolean
  /** How many modes somebody answered otherwise than I did. */
  readonly differences: number
  /** Null: no answer of this segment. Empty: nothing here. */
  readonly mine: readonly Said[] | null
  readonly peers: readonly { readonly letter: string; readonly said: readonly Said[] | null }[]
}

type Given = { readonly labels: PeerLabels; readonly codebook: Codebook; readonly rows: readonly OutlineRow[] }

export function comparePeers({ labels, codebook, rows }: Given): ComparedSegment[] {
  const mine = byId(labels.mine)
  const peers = labels.peers.map(({ letter, segments }) => ({ letter, of: byId(segments) }))
  const compared = rows.flatMap((row): ComparedSegment[] => {
    const vectors = [mine.get(row.id), ...peers.map((peer) => peer.of.get(row.id))].filter((vector) => vector !== undefined)
    if (vectors.length === 0) return []
    const differing = new Set(
      codebook.modes.filter((mode) => new Set(vectors.map((vector) => vector[mode.id])).size > 1).map(({ id }) => id),
    )
    const said = (vector: LabelVector | undefined) => (vector ? saidOf(vector, codebook, differing) : null)
    return [
      {
        id: row.id,
        index: row.index,
        title: row.title || row.actor,
        isCompared: vectors.length > 1,
        differences: differing.size,
        mine: said(mine.get(row.id)),
        peers: peers.map(({ letter, of }) => ({ letter, said: said(of.get(row.id)) })),
      },
    ]
  })
  return compared.toSorted((a, b) => Number(b.differences > 0) - Number(a.differences > 0) || a.index - b.index)
}

function byId(segments: PeerLabels['mine']): Map<SegmentId, LabelVector> {
  return new Map(segments.map(({ segmentId, values }) => [segmentId, values]))
}

function saidOf(vector: LabelVector, codebook: Codebook, differing: ReadonlySet<ModeId>): Said[] {
  return codebook.modes.flatMap(({ id, code, name }) => {
    const value = vector[id] ?? 'absent'
    return value === 'absent' ? [] : [{ code, name, value, differs: differing.has(id) }]
  })
}
