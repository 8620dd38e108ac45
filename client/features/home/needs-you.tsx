import { A } from '@solidjs/router'
import { For, type JSX, Show } from 'solid-js'
import type { LateLabels } from '../../../shared/assignments/progress.ts'
import type { ProjectId } from '../../../shared/ids.ts'
import { placeOf } from '../../http/project.ts'
import { useCommands } from '../../keyboard/keyboard.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { formatTime } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { Kbd } from '../../ui/kbd.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { Count } from '../../ui/tag.tsx'
import type { Need, NeedAct } from './needs.ts'
import type { Question } from './questions.ts'

type Doers = {
  readonly project: ProjectId
  readonly onNewRound: () => void
  readonly onAsk: (question: Question) => void
  readonly onDecide: (late: LateLabels, verdict: 'accepted' | 'refused') => void
}

/** What waits for the lead; a row disappears when it is done. */
export function NeedsYou(props: Doers & { readonly needs: readonly Need[]; readonly now: Date }): JSX.Element {
  let list: HTMLOListElement | undefined
  /** To the first act of the next row: Enter then is that button's. */
  const move = (by: 1 | -1) => {
    const rows = [...(list?.querySelectorAll('.need') ?? [])]
    const at = rows.findIndex((row) => row.contains(document.activeElement))
    const next = at === -1 ? (by === 1 ? 0 : rows.length - 1) : Math.max(0, Math.min(rows.length - 1, at + by))
    rows[next]?.querySelector<HTMLElement>('.acts :is(a, button)')?.focus()
  }
  useCommands(() => [
    { id: 'needs.next', keys: ['j'], title: 'Next of what needs you', group: 'Home', repeats: true, run: () => move(1) },
    { id: 'needs.previous', keys: ['k'], title: 'Previous of what needs you', group: 'Home', repeats: true, run: () => move(-1) },
  ])
  return (
    <section class="panel">
      <div class="ph">
        <h2>Needs you</h2>
        <Count>{props.needs.length}</Count>
        <span class="sub end row">
          most urgent first
          <span class="row wide">
            <Kbd>j</Kbd>
            <Kbd>k</Kbd>
            <Kbd>Enter</Kbd>
          </span>
        </span>
      </div>
      <Show
        when={props.needs.length > 0}
        fallback={
          <EmptyState icon="agree" title="Nothing waits for you">
            Nobody is stuck and no vote stands against another. This list fills by itself.
          </EmptyState>
        }
      >
        <ol ref={list}>
          <For each={props.needs}>{(need) => <Row need={need} {...props} />}</For>
        </ol>
      </Show>
    </section>
  )
}

function Row(props: Doers & { readonly need: Need; readonly now: Date }): JSX.Element {
  return (
    <li class="need">
      <Icon name={props.need.icon} class={props.need.isHot ? 'hot' : ''} />
      <div>
        <b>{props.need.title}</b>
        <span class="d">{props.need.why}</span>
      </div>
      <div class="acts">
        <Show when={props.need.at}>{(at) => <span class="small t3 num wide">{formatTime(at(), props.now)}</span>}</Show>
        <For each={props.need.acts}>
          {(act, index) => <Act act={act} {...props} isPrimary={index() === 0 && (props.need.isPrimary ?? false)} />}
        </For>
      </div>
    </li>
  )
}

function Act(props: Doers & { readonly act: NeedAct; readonly isPrimary: boolean }): JSX.Element {
  const kind = () => (props.isPrimary ? 'primary' : 'rest')
  const run = () => {
    const act = props.act
    if ('asks' in act) props.onAsk(act.asks)
    else if ('decides' in act) props.onDecide(act.decides, act.verdict)
    else props.onNewRound()
  }
  return (
    <Show
      when={'to' in props.act && props.act}
      fallback={
        <Button small kind={kind()} onPress={run}>
          {props.act.label}
        </Button>
      }
    >
      {(link) => (
        <A class={buttonClass(kind(), true)} href={placeOf(props.project, link().to.place, { round: link().to.round })}>
          {link().label}
        </A>
      )}
    </Show>
  )
}
