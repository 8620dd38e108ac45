/** What stands where content will be, could be, or failed to be. */
import { For, type JSX, Show } from 'solid-js'
import { Button } from './button.tsx'
import { Icon, type IconName } from './icon.tsx'

/** What belongs here, one sentence why it is empty, one verb. */
export function EmptyState(props: { icon: IconName; title: string; children: JSX.Element; action?: JSX.Element }) {
  return (
    <div class="empty">
      <Icon name={props.icon} />
      <b>{props.title}</b>
      <p>{props.children}</p>
      <Show when={props.action}>
        <div class="row">{props.action}</div>
      </Show>
    </div>
  )
}

/** What happened, what is safe, what next. `error` is anything that was thrown; its message is written for people. */
export function LoadError(props: { what: string; error: unknown; onRetry?: () => void }) {
  const message = () => (props.error instanceof Error ? props.error.message : 'Something unexpected happened.')
  return (
    <div class="note danger" role="alert">
      <Icon name="error" />
      <div class="grow">
        <b>{props.what} could not be shown.</b> {message()}
      </div>
      <Show when={props.onRetry}>
        {(retry) => (
          <Button small onPress={retry()}>
            Try again
          </Button>
        )}
      </Show>
    </div>
  )
}

/** Still rows of the final height; they appear after 150 ms, so that a quick answer never flickers. */
export function LoadingRows(props: { rows: number; label: string }) {
  return (
    <div class="late" role="status" aria-label={props.label}>
      <For each={Array.from({ length: props.rows })}>
        {() => (
          <div class="skr">
            <span class="sk" />
            <span class="sk" />
            <span class="sk" />
            <span class="sk" />
          </div>
        )}
      </For>
    </div>
  )
}
