/** A lead's acts that the server refused, until they are read. */
import { For, type JSX } from 'solid-js'
import type { Mutation } from '../../../shared/live/mutations.ts'
import { useLive } from '../../live/live.tsx'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'

const SAID: Partial<Record<Mutation['type'], string>> = {
  'seat.hand_back': 'The seat was not handed back.',
  'trace.reopen': 'The trace was not reopened.',
  'late.decide': 'The verdict was not recorded.',
  'round.close': 'The round was not closed.',
  'round.reveal': 'The votes were not revealed.',
  'round.widen': 'No seats were added.',
}

export function Refusals(): JSX.Element {
  const live = useLive()
  const refused = () =>
    live.rejections().flatMap((entry) => {
      const said = SAID[entry.mutation.type]
      return said ? [{ id: entry.mutationId, said, why: entry.rejection?.message ?? '' }] : []
    })
  return (
    <For each={refused()}>
      {(one) => (
        <Note tone="danger">
          <b>{one.said}</b> {one.why}{' '}
          <Button small onPress={() => void live.dismiss(one.id)}>
            Understood
          </Button>
        </Note>
      )}
    </For>
  )
}
