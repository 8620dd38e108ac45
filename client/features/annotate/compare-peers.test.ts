import { expect, it } from 'vitest'
import { mast14 } from '../../../shared/codebooks/mast-14.ts'
import { OutlineRow, PeerLabels } from '../../../shared/http/api.ts'
import type { LabelValue } from '../../../shared/labels/label.ts'
import { comparePeers } from './compare-peers.ts'

const rows = ['a', 'b', 'c', 'context'].map((id, index) =>
  OutlineRow.parse({
    id,
    index,
    actor: 'Coder',
    role: 'agent',
    lane: 'Coder',
    title: `Title ${id}`,
    at: null,
    hasError: false,
    textLength: 1,
  }),
)

function vector(found: Record<string, LabelValue> = {}) {
  return { ...Object.fromEntries(mast14.modes.map((mode) => [mode.id, 'absent'])), ...found }
}

const labels = PeerLabels.parse({
  mine: [
    { segmentId: 'a', values: vector() },
    { segmentId: 'b', values: vector({ 'FM-1.1': 'present' }) },
    { segmentId: 'c', values: vector({ 'FM-3.2': 'unsure' }) },
  ],
  peers: [
    {
      letter: 'A',
      segments: [
        { segmentId: 'a', values: vector() },
        { segmentId: 'b', values: vector({ 'FM-1.1': 'present', 'FM-2.2': 'present' }) },
      ],
    },
    { letter: 'B', segments: [{ segmentId: 'c', values: vector({ 'FM-3.2': 'present' }) }] },
  ],
})

const compared = comparePeers({ labels, codebook: mast14, rows })

it('shows differences first, then the rest in order, and leaves out what nobody was asked', () => {
  expect(compared.map(({ id, differences }) => [id, differences])).toEqual([
    ['b', 1],
    ['c', 1],
    ['a', 0],
  ])
})

it('puts my codes beside theirs by letter, and marks the modes that differ', () => {
  const [b, c, a] = compared
  expect(b?.mine?.map(({ code, differs }) => [code, differs])).toEqual([['1.1', false]])
  expect(b?.peers[0]?.said?.map(({ code, differs }) => [code, differs])).toEqual([
    ['1.1', false],
    ['2.2', true],
  ])
  // No answer is not "nothing here".
  expect([b?.peers[1]?.said, a?.peers[0]?.said]).toEqual([null, []])
  expect([c?.mine?.[0]?.value, c?.peers[1]?.said?.[0]?.value]).toEqual(['unsure', 'present'])
})
