/** What stands between the annotator and a lost answer: conflicts, a seat that was taken away, a page older than the server. */
import { For, type JSX, Show } from 'solid-js'
import { Button } from '../../ui/button.tsx'
import type { Conflicts } from './conflicts.ts'
import type { Ending } from './ending.ts'
import { useLabelling } from './labelling.tsx'
import { SeatNotices } from './seat-notices.tsx'
import type { Shown } from './shown.ts'
import { Strip } from './strip.tsx'

type NoticesProps = {
  readonly conflicts: Conflicts
  readonly ending: Ending
  readonly done: Shown | null
  readonly onShow: (of: Shown) => void
  readonly onForget: () => void
  readonly onNextSeat: (finished: null) => void
}

export function Notices(props: NoticesProps): JSX.Element {
  const { live } = useLabelling()
  const refused = () => {
    const connection = live.connection()
    return connection.kind === 'refused' ? connection : undefined
  }
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
      <SeatNotices {...props} />
      <Show when={props.done}>
        {(done) => (
          <Strip tone="plain" icon="saved">
            <b>
              <bdi>{done().seat.traceTitle}</bdi> is submitted.
            </b>{' '}
            This is the next trace.
            <span class="strip-acts">
              <Button small keys="v" onPress={() => props.onShow(done())}>
                See what others said
              </Button>
              <Button small onPress={props.onForget}>
                Not now
              </Button>
            </span>
          </Strip>
        )}
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
