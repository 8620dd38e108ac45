/** My vector of every segment, before the trace is submitted; what is not answered stands out. */
import { For, type JSX, Show } from 'solid-js'
import type { OutlineRow } from '../../../shared/http/api.ts'
import { Icon } from '../../ui/icon.tsx'
import { sayFound } from './draft.ts'
import { useLabelling } from './labelling.tsx'
import { valueWords } from './value-words.ts'

export function ReviewList(): JSX.Element {
  const { acts, trace, codebook } = useLabelling()
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
    <section class="scroll review" tabIndex={0} aria-label="Review">
      <table class="t">
        <thead>
          <tr>
            <th scope="col">Segment</th>
            <th scope="col">
              <span class="sr">Who and what</span>
            </th>
            <For each={codebook.modes}>
              {(mode) => (
                <th scope="col" class="rv" title={mode.name}>
                  {mode.code}
                </th>
              )}
            </For>
            <th scope="col">Recorded</th>
          </tr>
        </thead>
        <tbody>
          <For each={trace.segments.filter((row) => acts.isAsked(row.id))}>{(row) => <ReviewRow row={row} />}</For>
        </tbody>
      </table>
    </section>
  )
}

function ReviewRow(props: { readonly row: OutlineRow }): JSX.Element {
  const { acts, codebook } = useLabelling()
  const record = () => acts.record(props.row.id)
  const labels = () => (record()?.state === 'submitted' ? record()?.labels : null)
  return (
    <tr classList={{ open: !labels() }}>
      <td class="n">
        <button type="button" class="lnk" onClick={() => acts.goTo(props.row.index)}>
          {props.row.index + 1}
        </button>
      </td>
      <td class="rv-ttl">
        <bdi>{props.row.actor}</bdi> <span class="t3">{props.row.title}</span>
      </td>
      <Show
        when={labels()}
        fallback={
          <td colspan={codebook.modes.length + 1}>
            <span class="st warn">
              <Icon name={record()?.state === 'later' ? 'stuck' : 'ring'} />
              {record()?.state === 'later' ? 'later: put off, no answer yet' : 'not answered'}
            </span>
          </td>
        }
      >
        {(held) => (
          <>
            <For each={codebook.modes}>
              {(mode) => {
                const value = () => held().values[mode.id] ?? 'absent'
                return (
                  <td class={`rv ${valueWords[value()].tone}`} title={`${mode.code} ${mode.name}: ${valueWords[value()].spoken}`}>
                    <Show when={value() !== 'absent'} fallback={<span class="sr">absent</span>}>
                      <Icon name={valueWords[value()].icon} size={14} label={valueWords[value()].spoken} />
                    </Show>
                  </td>
                )
              }}
            </For>
            <td class="small t2 nowrap">
              {sayFound(held())}
              {held().decisive ? ', decisive' : ''}
            </td>
          </>
        )}
      </Show>
    </tr>
  )
}
