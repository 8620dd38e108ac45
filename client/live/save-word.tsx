/** Saved, Saving, Offline or Conflict: icon, word and colour, the same everywhere. */
import { createMemo, type JSX } from 'solid-js'
import { unreachable } from '../../shared/assert.ts'
import { formatClock } from '../ui/format.ts'
import type { IconName } from '../ui/icon.tsx'
import { StatusWord, type Tone } from '../ui/tag.tsx'
import { useLive } from './live.tsx'
import type { SaveState } from './save-state.ts'

type Word = { readonly icon: IconName; readonly tone?: Tone; readonly text: string }

export function SaveWord(): JSX.Element {
  const live = useLive()
  const word = createMemo(() => wordOf(live.save()))
  return (
    <span role="status" class="row">
      <StatusWord icon={word().icon} tone={word().tone}>
        {word().text}
      </StatusWord>
    </span>
  )
}

function wordOf(save: SaveState): Word {
  switch (save.kind) {
    case 'saved':
      return { icon: 'saved', tone: 'ok', text: save.at ? `Saved ${formatClock(save.at)}` : 'Saved' }
    case 'saving':
      return { icon: 'saving', text: `Saving ${save.count}` }
    case 'offline':
      return { icon: 'offline', tone: 'warn', text: save.waiting > 0 ? `Offline, ${save.waiting} waiting` : 'Offline' }
    case 'conflict':
      return { icon: 'conflict', tone: 'danger', text: 'Conflict' }
    default:
      return unreachable(save)
  }
}
