import { Select as Kobalte } from '@kobalte/core/select'
import { Show } from 'solid-js'
import { Icon } from './icon.tsx'

export type SelectOption<Value extends string> = { value: Value; label: string; sub?: string }

/** One of many, in a list that opens. `label` stands inside the control, before the choice. */
export function Select<Value extends string>(props: {
  label: string
  value: Value
  options: readonly SelectOption<Value>[]
  onChange: (value: Value) => void
}) {
  const chosen = () => props.options.find((option) => option.value === props.value)
  return (
    <Kobalte<SelectOption<Value>>
      options={[...props.options]}
      optionValue="value"
      optionTextValue="label"
      value={chosen() ?? null}
      onChange={(option) => option && props.onChange(option.value)}
      disallowEmptySelection
      gutter={4}
      itemComponent={(item) => (
        <Kobalte.Item item={item.item} class="opt">
          <Kobalte.ItemLabel class="grow">{item.item.rawValue.label}</Kobalte.ItemLabel>
          <Show when={item.item.rawValue.sub}>{(sub) => <span class="sub small">{sub()}</span>}</Show>
          <Kobalte.ItemIndicator>
            <Icon name="check" size={14} />
          </Kobalte.ItemIndicator>
        </Kobalte.Item>
      )}
    >
      <Kobalte.Trigger class="select" aria-label={props.label}>
        <span class="lab">{props.label}</span>
        <Kobalte.Value<SelectOption<Value>>>{(state) => state.selectedOption()?.label}</Kobalte.Value>
        <Icon name="down" size={12} />
      </Kobalte.Trigger>
      <Kobalte.Portal>
        <Kobalte.Content class="pop">
          <Kobalte.Listbox />
        </Kobalte.Content>
      </Kobalte.Portal>
    </Kobalte>
  )
}
