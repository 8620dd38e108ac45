/** How the work of a round is handed out. Each choice is explained by the line below it. */
import type { JSX } from 'solid-js'
import type { RoundPolicy } from '../../../shared/assignments/seat.ts'
import { Segmented } from '../../ui/segmented.tsx'
import type { RoundPlan } from './round-plan.ts'

type Option<Value> = { readonly value: Value; readonly label: string; readonly about: string }

const overlaps: readonly Option<string>[] = [
  { value: '1', label: '1', about: 'With one there is no agreement to measure.' },
  ...['2', '3', '4'].map((value) => ({ value, label: value, about: 'Never more than this many, whoever comes.' })),
]
const blindness: readonly Option<RoundPolicy['blind']>[] = [
  { value: 'until_submit', label: 'Until they submit', about: 'Nobody sees a peer’s labels of a trace before submitting the whole of it.' },
  { value: 'until_reveal', label: 'Until revealed', about: 'Nobody sees a peer’s labels before you reveal the round.' },
]
const kinds: readonly Option<RoundPolicy['kind']>[] = [
  { value: 'normal', label: 'Normal', about: 'The data. Votes of normal, training and discussion rounds are never mixed.' },
  { value: 'training', label: 'Training', about: 'Practice: never mixed with the votes of other rounds, so nobody’s first tries count.' },
  {
    value: 'discussion',
    label: 'Discussion',
    about: 'Votes after talking: kept apart, because only those from before say how far people agree.',
  },
]
const orders: readonly Option<RoundPolicy['order']>[] = [
  { value: 'given', label: 'As listed', about: 'Everybody gets the traces in the order of the list.' },
  { value: 'shuffled', label: 'Shuffled', about: 'Each annotator in an order of their own, so that tiredness meets other traces.' },
]
const repeats: readonly Option<string>[] = [
  { value: '0', label: 'None', about: 'No trace comes back.' },
  ...['10', '20'].map((value) => ({
    value,
    label: `${value} %`,
    about: 'This share comes back to each annotator, unannounced, to measure self-agreement. It counts nowhere else.',
  })),
]

type PolicyFieldsProps = { readonly plan: RoundPlan; readonly onChange: (change: Partial<RoundPlan>) => void }

export function PolicyFields(props: PolicyFieldsProps): JSX.Element {
  return (
    <div class="two-col even">
      <Choice
        label="Annotators per trace"
        value={String(props.plan.overlap)}
        options={overlaps}
        onChange={(value) => props.onChange({ overlap: Number(value) })}
      />
      <Choice label="Blind" value={props.plan.blind} options={blindness} onChange={(blind) => props.onChange({ blind })} />
      <Choice label="Kind" value={props.plan.kind} options={kinds} onChange={(kind) => props.onChange({ kind })} />
      <Choice label="Order of the traces" value={props.plan.order} options={orders} onChange={(order) => props.onChange({ order })} />
      <Choice
        label="Hidden repeats"
        value={String(Math.round(props.plan.repeats * 100))}
        options={repeats}
        onChange={(value) => props.onChange({ repeats: Number(value) / 100 })}
      />
      <label class="field">
        <span class="lab">Most traces per annotator</span>
        <input
          class="inp quota"
          inputmode="numeric"
          placeholder="no limit"
          value={props.plan.quota}
          onInput={(event) => props.onChange({ quota: event.currentTarget.value })}
        />
        <span class="hint">Empty: as many as they like, so the quick ones do more.</span>
      </label>
    </div>
  )
}

function Choice<Value extends string>(props: {
  readonly label: string
  readonly value: Value
  readonly options: readonly Option<Value>[]
  readonly onChange: (value: Value) => void
}): JSX.Element {
  return (
    <div class="field">
      <span class="lab">{props.label}</span>
      <Segmented label={props.label} value={props.value} options={props.options} onChange={props.onChange} />
      <span class="hint">{props.options.find((one) => one.value === props.value)?.about}</span>
    </div>
  )
}
