import { For, type JSX, Show } from 'solid-js'
import type { Mode } from '../../../shared/codebooks/codebook.ts'
import type { LabelValue } from '../../../shared/labels/label.ts'
import { Icon } from '../../ui/icon.tsx'
import { Kbd } from '../../ui/kbd.tsx'
import { useLabelling } from './labelling.tsx'
import { valueWords } from './value-words.ts'

const values: readonly LabelValue[] = ['present', 'absent', 'unsure', 'not_applicable']

/** The value of a mode; choosing the one it has takes the mark back. */
export function ValueSwitch(props: { readonly mode: Mode; readonly value: LabelValue | undefined }): JSX.Element {
  const { acts } = useLabelling()
  return (
    <span class="seg vals" role="radiogroup" aria-label={`Value of ${props.mode.id}`}>
      <For each={values}>
        {(one) => (
          // biome-ignore lint/a11y/useSemanticElements: the switch carries icons and key caps, which radio inputs cannot
          <button type="button" role="radio" aria-checked={props.value === one} onClick={() => acts.mark(props.mode.id, one)}>
            <Icon name={valueWords[one].icon} size={12} />
            {valueWords[one].word}
            <Show when={valueWords[one].keys}>{(keys) => <Kbd>{keys()}</Kbd>}</Show>
          </button>
        )}
      </For>
    </span>
  )
}
