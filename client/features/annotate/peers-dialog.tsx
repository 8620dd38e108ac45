/** What others said of a trace that I have submitted, beside my own answers. */
import { createMemo, For, type JSX, Show } from 'solid-js'
import type { ProjectId } from '../../../shared/ids.ts'
import { getCodebook, getPeers, getTrace } from '../../http/api.ts'
import { createFetched } from '../../http/fetched.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { capitalised, formatMany, inWords } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { EmptyState, LoadError, LoadingRows } from '../../ui/states.tsx'
import { type ComparedSegment, comparePeers, type Said } from './compare-peers.ts'
import type { Shown } from './shown.ts'
import { valueWords } from './value-words.ts'

type PeersDialogProps = { readonly project: ProjectId; readonly of: Shown; readonly onClose: () => void }

export default function PeersDialog(props: PeersDialogProps): JSX.Element {
  const fetched = createFetched(
    () => props.of,
    async ({ seat, round }) => {
      const [labels, codebook, trace] = await Promise.all([
        getPeers(props.project, round.id, seat.traceId),
        getCodebook(props.project, round.codebook),
        getTrace(props.project, seat.traceId),
      ])
      return { labels, segments: comparePeers({ labels, codebook, rows: trace.segments }) }
    },
  )
  return (
    <Dialog
      open
      wide
      onClose={props.onClose}
      title="What others said"
      about={`"${props.of.seat.traceTitle}", by letters and without names.`}
    >
      <Show
        when={fetched.value()}
        fallback={
          <Show when={fetched.error()} fallback={<LoadingRows rows={6} label="Loading what others said" />}>
            {(error) => <LoadError what="What others said" error={error()} onRetry={fetched.refetch} />}
          </Show>
        }
      >
        {(found) => (
          <Show
            when={found().labels.peers.length > 0}
            fallback={
              <EmptyState icon="users" title="Nobody else yet">
                You are the first to label this trace. Look again when others have submitted it.
              </EmptyState>
            }
          >
            <Comparison segments={found().segments} letters={found().labels.peers.map((peer) => peer.letter)} />
          </Show>
        )}
      </Show>
    </Dialog>
  )
}

function Comparison(props: { readonly segments: readonly ComparedSegment[]; readonly letters: readonly string[] }): JSX.Element {
  const differing = createMemo(() => props.segments.filter((segment) => segment.differences > 0).length)
  const headline = () => {
    const compared = formatMany(props.segments.filter((segment) => segment.isCompared).length, 'segment')
    if (differing() === 0) return `You say the same of the ${compared} that somebody else answered too.`
    return `${capitalised(inWords(differing()))} of the ${compared} that somebody else answered too ${differing() === 1 ? 'differs' : 'differ'}.`
  }
  return (
    <>
      <p>
        <b>{headline()}</b>{' '}
        {differing() > 0 ? 'They stand first. What you change after seeing this is kept apart from what you said before.' : ''}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
      <section class="scrolls peers" tabIndex={0} aria-label="Answers per segment">
        <table class="t">
          <thead>
            <tr>
              <th scope="col">Segment</th>
              <th scope="col">You</th>
              <For each={props.letters}>{(letter) => <th scope="col">{letter}</th>}</For>
            </tr>
          </thead>
          <tbody>
            <For each={props.segments}>
              {(segment) => (
                <tr>
                  <td class="pr-ttl" title={segment.title}>
                    <Sign segment={segment} /> <b class="num">{segment.index + 1}</b> <bdi class="t2">{segment.title}</bdi>
                  </td>
                  <Answer said={segment.mine} />
                  <For each={segment.peers}>{(peer) => <Answer said={peer.said} />}</For>
                </tr>
              )}
            </For>
          </tbody>
        </table>
      </section>
    </>
  )
}

/** Nothing beside a segment that only one has answered: that is no agreement. */
function Sign(props: { readonly segment: ComparedSegment }): JSX.Element {
  return (
    <span class={props.segment.differences > 0 ? 'st warn' : 'st'}>
      <Show when={props.segment.isCompared} fallback={<Icon name="unset" label="no other answer" />}>
        <Icon
          name={props.segment.differences > 0 ? 'disagree' : 'agree'}
          label={props.segment.differences > 0 ? 'answers differ' : 'answers agree'}
        />
      </Show>
    </span>
  )
}

function Answer(props: { readonly said: readonly Said[] | null }): JSX.Element {
  return (
    <td>
      <Show when={props.said} fallback={<span class="t3 small">no answer</span>}>
        {(said) => (
          <For each={said()} fallback={<span class="t3 small">nothing here</span>}>
            {(one) => (
              <span class="said" classList={{ differs: one.differs }} title={`${one.name}: ${valueWords[one.value].spoken}`}>
                <Icon name={valueWords[one.value].icon} size={12} />
                <span class="code">{one.code}</span>
                <Show when={one.value !== 'present'}>
                  <span class="small">{valueWords[one.value].word}</span>
                </Show>
              </span>
            )}
          </For>
        )}
      </Show>
    </td>
  )
}
