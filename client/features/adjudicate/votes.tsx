import { For, Show } from 'solid-js'
import type { CellDetail } from '../../../shared/http/api.ts'
import { capitalised, inWords } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { Tag } from '../../ui/tag.tsx'
import { voteWords } from './words.ts'

/** Who said what, as letters; shuffled per cell by the server, so that A is nobody in particular. */
export function Votes(props: { detail: CellDetail; codeOf: (mode: string) => string }) {
  return (
    <section class="blk">
      <h3>
        {capitalised(inWords(props.detail.votes.length))} {props.detail.votes.length === 1 ? 'vote' : 'votes'}, shuffled
        <Show when={props.detail.youVoted}>
          <span class="end">
            <Tag icon="user" title="You are one of the annotators of this trace">
              You voted here
            </Tag>
          </span>
        </Show>
      </h3>
      <For each={props.detail.votes}>
        {(vote) => (
          <div class="vote">
            <span class="vt">{vote.letter}</span>
            <span class="val" classList={{ p: vote.value === 'present' }}>
              <Icon name={voteWords[vote.value].icon} />
              {voteWords[vote.value].word}
            </span>
            <span class="q1">
              <Show when={vote.alsoPresent.length > 0}>
                {vote.value === 'present' ? 'Also marked ' : 'Marked '}
                <b class="code">{vote.alsoPresent.map(props.codeOf).join(' ')}</b>
                {vote.value === 'present' ? '. ' : ' instead. '}
              </Show>
              <Show when={vote.note}>{(note) => <>“{note()}”</>}</Show>
              <Show when={!vote.note}>
                {vote.evidence.length > 0 ? 'Evidence only, no note.' : vote.alsoPresent.length > 0 ? '' : 'No note.'}
              </Show>
            </span>
          </div>
        )}
      </For>
    </section>
  )
}
