/** What stands between the annotator and a lost answer: conflicts, a lapsed seat, a page older than the server. */
import { For, type JSX, Show } from 'solid-js'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { Conflicts } from './conflicts.ts'
import { useLabelling } from './labelling.tsx'

export function Notices(props: { readonly conflicts: Conflicts; readonly onNextSeat: () => void }): JSX.Element {
  const { live, seat } = useLabelling()
  const refused = () => {
    const connection = live.connection()
    return connection.kind === 'refused' ? connection : undefined
  }
  const isLapsed = () => live.viewer() !== null && live.state().seats[seat.id] === undefined
  return (
    <section class="notices" aria-label="Needs you" aria-live="polite">
      <Show when={refused()}>
        {(why) => (
          <Strip tone="warn" icon="offline">
            <b>This page no longer fits the server.</b> {why().message} What you did is kept on this device.
            <Button small onPress={() => window.location.reload()}>
              Reload
            </Button>
          </Strip>
        )}
      </Show>
      <Show when={isLapsed()}>
        <Strip tone="danger" icon="stuck">
          <b>This seat is no longer yours.</b> What you submitted is kept; a lead decides whether late answers count.
          <Button small onPress={props.onNextSeat}>
            Take the next seat
          </Button>
        </Strip>
      </Show>
      <For each={props.conflicts.list()}>
        {(conflict, index) => (
          <Strip tone="danger" icon="conflict">
            <b>{conflict.happened}</b> {conflict.detail} {conflict.safe}
            <span class="strip-acts">
              <Show when={conflict.takeUp}>
                {(takeUp) => (
                  <Button small keys={index() === 0 ? 'm' : ''} onPress={() => takeUp()()}>
                    Take my answer up again
                  </Button>
                )}
              </Show>
              <Button small keys={index() === 0 ? 'x' : ''} onPress={conflict.leave}>
                {conflict.leaveWord}
              </Button>
            </span>
          </Strip>
        )}
      </For>
    </section>
  )
}

function Strip(props: {
  readonly tone: 'warn' | 'danger'
  readonly icon: 'offline' | 'stuck' | 'conflict'
  readonly children: JSX.Element
}): JSX.Element {
  return (
    <div class={`note ${props.tone} strip`}>
      <Icon name={props.icon} />
      <div class="grow">{props.children}</div>
    </div>
  )
}
