import { A } from '@solidjs/router'
import { For, Show } from 'solid-js'
import type { ProjectId } from '../../../shared/ids.ts'
import { placeOf } from '../../http/project.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { Count } from '../../ui/tag.tsx'
import type { Need } from './needs.ts'

/** What waits for the lead; a row disappears when it is done. */
export function NeedsYou(props: { project: ProjectId; needs: readonly Need[]; onNewRound: () => void }) {
  return (
    <section class="panel">
      <div class="ph">
        <h2>Needs you</h2>
        <Count>{props.needs.length}</Count>
        <span class="sub end">most urgent first</span>
      </div>
      <Show
        when={props.needs.length > 0}
        fallback={
          <EmptyState icon="agree" title="Nothing waits for you">
            Nobody is stuck and no vote stands against another. This list fills by itself.
          </EmptyState>
        }
      >
        <ol>
          <For each={props.needs}>
            {(need) => (
              <li class="need">
                <Icon name={need.icon} class={need.isHot ? 'hot' : ''} />
                <div>
                  <b>{need.title}</b>
                  <span class="d">{need.why}</span>
                </div>
                <div class="acts">
                  <Act act={need.act} isPrimary={need.isPrimary ?? false} project={props.project} onNewRound={props.onNewRound} />
                </div>
              </li>
            )}
          </For>
        </ol>
      </Show>
    </section>
  )
}

function Act(props: { act: Need['act']; isPrimary: boolean; project: ProjectId; onNewRound: () => void }) {
  const kind = () => (props.isPrimary ? 'primary' : 'rest')
  return (
    <Show
      when={'to' in props.act && props.act}
      fallback={
        <Button small kind={kind()} onPress={props.onNewRound}>
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
