/** The bar above the figures: which part of the labels they are about, and how to take them away. */
import { For, type JSX, Show } from 'solid-js'
import type { RoundView } from '../../../shared/http/api.ts'
import type { ProjectId, RoundId } from '../../../shared/ids.ts'
import { type AgreementPart, reportAddress } from '../../http/api.ts'
import { roundOptions } from '../../http/project.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Select } from '../../ui/select.tsx'
import type { Choices } from './figures-data.ts'

/** No framework has this name; the list cannot hold an empty value. */
const ANY = '*'
const FORMATS = ['html', 'csv', 'json'] as const
const formatNames = { html: 'Report', csv: 'CSV', json: 'JSON' }

export function Tools(props: {
  project: ProjectId
  rounds: readonly RoundView[]
  round: RoundView
  codebookTitle: string
  frameworks: readonly string[]
  choices: Choices
  part: AgreementPart
  isTable: boolean
  onRound: (round: RoundId) => void
  onChoose: (choices: Choices) => void
  onTable: () => void
}) {
  const choose = (change: Partial<Choices>) => props.onChoose({ ...props.choices, ...change })
  const frameworks = () => [{ value: ANY, label: 'all' }, ...props.frameworks.map((name) => ({ value: name, label: name }))]
  return (
    <>
      <Select label="Round" value={props.round.id} options={roundOptions(props.rounds)} onChange={(chosen) => props.onRound(chosen)} />
      <span class="small t2 wide">{props.codebookTitle}</span>
      <Segmented
        label="Compared by"
        value={props.choices.level}
        options={[
          { value: 'segment', label: 'Segment' },
          { value: 'trace', label: 'Trace' },
        ]}
        onChange={(level) => choose({ level })}
      />
      <Show when={props.frameworks.length > 1}>
        <Select
          label="Framework"
          value={props.choices.framework ?? ANY}
          options={frameworks()}
          onChange={(framework) => choose({ framework: framework === ANY ? null : framework })}
        />
      </Show>
      <Check checked={props.choices.bulk} onChange={(bulk) => choose({ bulk })}>
        Include bulk “nothing”
      </Check>
      <Check checked={props.choices.late} onChange={(late) => choose({ late })}>
        Include late labels
      </Check>
      <span class="grow" />
      <Button kind="quiet" icon="sheet" aria-pressed={props.isTable} onPress={() => props.onTable()}>
        Table
      </Button>
      <For each={FORMATS}>
        {(format) => (
          <a
            class={buttonClass(format === 'html' ? 'rest' : 'quiet')}
            href={reportAddress(props.project, props.round.id, props.part, format)}
            download=""
            rel="external"
            aria-label={`Download ${formatNames[format]}`}
          >
            <Show when={format === 'html'}>
              <Icon name="download" />
            </Show>
            {formatNames[format]}
          </a>
        )}
      </For>
    </>
  )
}

function Check(props: { checked: boolean; onChange: (checked: boolean) => void; children: JSX.Element }) {
  return (
    <label class="check small">
      <input type="checkbox" checked={props.checked} onChange={(event) => props.onChange(event.currentTarget.checked)} />
      <span class="box">
        <Icon name="check" />
      </span>
      {props.children}
    </label>
  )
}
