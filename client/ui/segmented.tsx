import { For, type JSX } from 'solid-js'

/** One of a few, all in sight. Arrow keys move the choice, as in any group of radio buttons. */
export function Segmented<Value extends string>(props: {
  label: string
  value: Value
  options: readonly { value: Value; label: JSX.Element }[]
  onChange: (value: Value) => void
}) {
  let group: HTMLDivElement | undefined
  const move = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowRight' || event.key === 'ArrowDown' ? 1 : event.key === 'ArrowLeft' || event.key === 'ArrowUp' ? -1 : 0
    if (step === 0) return
    event.preventDefault()
    const count = props.options.length
    const index = (props.options.findIndex((option) => option.value === props.value) + step + count) % count
    const next = props.options[index]
    if (!next) return
    props.onChange(next.value)
    group?.querySelectorAll('button')[index]?.focus()
  }
  return (
    <div class="seg" role="radiogroup" aria-label={props.label} ref={group} onKeyDown={move}>
      <For each={props.options}>
        {(option) => (
          // biome-ignore lint/a11y/useSemanticElements: buttons of a segmented switch carry icons and key caps, which radio inputs cannot
          <button
            type="button"
            role="radio"
            aria-checked={option.value === props.value}
            tabIndex={option.value === props.value ? 0 : -1}
            onClick={() => props.onChange(option.value)}
          >
            {option.label}
          </button>
        )}
      </For>
    </div>
  )
}
