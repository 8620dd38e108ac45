import { type JSX, Show } from 'solid-js'
import { Icon, type IconName } from '../ui/icon.tsx'
import type { Folds } from './folds.ts'

type PartCardProps = {
  readonly icon: IconName
  readonly title: JSX.Element
  /** Set in the code font. */
  readonly isCode?: boolean
  readonly about?: string | undefined
  readonly error?: string | undefined
  /** The key that opens it, where one does. */
  readonly keys?: JSX.Element
  readonly foldKey: string
  readonly folds: Folds
  readonly startsOpen: boolean
  readonly hasRaw?: boolean
  readonly children: JSX.Element
}

/** The frame around anything that is not prose: a head that folds, and a body that exists only while it is open. */
export function PartCard(props: PartCardProps): JSX.Element {
  const isOpen = () => props.folds.isOpen(props.foldKey) ?? props.startsOpen
  return (
    <div class="part" classList={{ fold: !isOpen() }}>
      <div class="part-h">
        <button type="button" class="part-open" aria-expanded={isOpen()} onClick={() => props.folds.setOpen(props.foldKey, !isOpen())}>
          <Icon name={isOpen() ? 'down' : 'right'} size={12} />
          <Icon name={props.icon} size={14} />
          <span class={props.isCode ? 'cmd' : 'cut'}>{props.title}</span>
          <Show when={props.about}>
            <span class="part-about">{props.about}</span>
          </Show>
          <Show when={props.error}>
            {(error) => (
              <span class="st danger small">
                <Icon name="error" />
                {error()}
              </span>
            )}
          </Show>
        </button>
        <span class="end wide row">
          <Show when={props.hasRaw && isOpen()}>
            <RawSwitch foldKey={props.foldKey} folds={props.folds} />
          </Show>
          {props.keys}
        </span>
      </div>
      <Show when={isOpen()}>{props.children}</Show>
    </div>
  )
}

function RawSwitch(props: { readonly foldKey: string; readonly folds: Folds }): JSX.Element {
  const isRaw = () => props.folds.isRaw(props.foldKey)
  return (
    <button
      type="button"
      class="raw-sw"
      aria-label="Raw text"
      aria-pressed={isRaw()}
      onClick={() => props.folds.setRaw(props.foldKey, !isRaw())}
    >
      <Show
        when={isRaw()}
        fallback={
          <>
            rendered / <u>raw</u>
          </>
        }
      >
        <u>rendered</u> / raw
      </Show>
    </button>
  )
}
