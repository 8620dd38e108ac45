/** Import: drop files, see what they would become, then import them. Nothing is written by the check. */
import { A } from '@solidjs/router'
import { createSignal, For, Match, Show, Switch } from 'solid-js'
import '../../styles/import.css'
import { placeOf, useProjectId } from '../../http/project.ts'
import { useCommands } from '../../keyboard/keyboard.tsx'
import { Bar } from '../../ui/bar.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { formatBytes, formatMany } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { Note } from '../../ui/note.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { DropZone } from './drop-zone.tsx'
import { FileDetail } from './file-detail.tsx'
import { FileList } from './file-list.tsx'
import { createImportRun, type Phase } from './import-run.ts'
import { Totals } from './totals.tsx'

const steps: readonly { title: string; phases: readonly Phase[] }[] = [
  { title: 'Drop', phases: ['drop'] },
  { title: 'Check', phases: ['checking', 'checked'] },
  { title: 'Import', phases: ['importing'] },
  { title: 'Report', phases: ['imported'] },
]

export default function ImportPage() {
  const project = useProjectId()
  const run = createImportRun(project)
  const [chosen, setChosen] = createSignal<string>()
  let choose = () => {}

  const reports = () => run.report()?.files ?? []
  const selected = () => reports().find((file) => file.file === chosen()) ?? reports()[0]
  const bytes = () => run.files().reduce((sum, one) => sum + one.file.size, 0)
  const toWrite = () => {
    const totals = run.report()?.totals
    return run.phase() === 'checked' && totals ? totals.new + totals.changed : 0
  }
  const move = (step: number) => {
    const next = reports()[reports().findIndex((file) => file.file === selected()?.file) + step]
    if (next) setChosen(next.file)
  }
  const importAll = () => {
    if (toWrite() > 0) run.importAll()
  }

  useCommands(() => [
    { id: 'import.choose', keys: ['o'], title: 'Choose files', group: 'Import', run: () => choose() },
    { id: 'import.next', keys: ['j', 'ArrowDown'], title: 'Next file', group: 'Import', repeats: true, run: () => move(1) },
    { id: 'import.previous', keys: ['k', 'ArrowUp'], title: 'Previous file', group: 'Import', repeats: true, run: () => move(-1) },
    { id: 'import.all', keys: ['Ctrl+enter'], title: 'Import what was checked', group: 'Import', run: importAll },
  ])

  return (
    <main class="im stack">
      <div class="hero">
        <h1>Import traces</h1>
        <Steps phase={run.phase()} />
        <span class="end small t2">{run.phase() === 'imported' ? 'Written.' : 'Nothing is written until you press Import.'}</span>
      </div>
      <div class="lcol">
        <DropZone
          hasFiles={run.files().length > 0}
          off={run.isBusy() ? 'Wait until the upload is done' : undefined}
          onFiles={run.add}
          chooseRef={(open) => {
            choose = open
          }}
        />
        <Switch>
          <Match when={run.isBusy()}>
            <section class="panel busy" role="status">
              <b>
                {run.phase() === 'checking' ? 'Looking at' : 'Importing'} {formatMany(run.files().length, 'file')}
              </b>
              <Bar pieces={[{ value: run.sent() }]} of={1} label={`${Math.round(run.sent() * 100)} % sent`} />
              <span class="small t2">
                {run.sent() < 1
                  ? `${formatBytes(Math.round(run.sent() * bytes()))} of ${formatBytes(bytes())} sent`
                  : 'All sent; the server is reading them.'}
              </span>
            </section>
          </Match>
          <Match when={reports().length > 0}>
            <FileList
              files={reports()}
              sizeOf={(path) => run.files().find((one) => one.path === path)?.file.size}
              bytes={bytes()}
              selected={selected()?.file}
              onSelect={setChosen}
            />
          </Match>
          <Match when={run.files().length > 0}>
            <section class="panel fls" aria-label="Files">
              <For each={run.files()}>
                {(one) => (
                  <div class="fl r">
                    <span class="nm cut">{one.path}</span>
                    <span class="t2">{formatBytes(one.file.size)}</span>
                  </div>
                )}
              </For>
            </section>
          </Match>
          <Match when={true}>
            <section class="panel">
              <EmptyState icon="folder" title="Nothing chosen yet">
                Drop what your agents wrote, as many files as you like. You will see what each was recognised as before anything is written.
              </EmptyState>
            </section>
          </Match>
        </Switch>
        <Show when={run.problem()}>
          {(problem) => (
            <Note tone="danger">
              <b>{problem().while === 'checking' ? 'The files could not be checked.' : 'The import stopped.'}</b>{' '}
              {messageOf(problem().error)}
            </Note>
          )}
        </Show>
        <Show when={run.report()}>{(report) => <Totals report={report()} isDryRun={run.phase() !== 'imported'} />}</Show>
      </div>
      <div class="rcol">
        <Show
          when={selected()}
          fallback={
            <section class="panel">
              <EmptyState icon="file" title="One file at a time">
                What a file was taken for, the traces in it and every warning stand here once it was checked.
              </EmptyState>
            </section>
          }
        >
          {(file) => <FileDetail file={file()} />}
        </Show>
      </div>
      <footer class="foot">
        <Switch>
          <Match when={run.phase() === 'imported'}>
            <span class="t2 grow cut">
              {formatMany((run.report()?.totals.new ?? 0) + (run.report()?.totals.changed ?? 0), 'trace')} written.
            </span>
            <Button onPress={run.clear}>Import more</Button>
            <A class={buttonClass()} href={placeOf(project(), 'traces')}>
              See the traces
            </A>
            <A class={buttonClass('primary')} href={placeOf(project(), 'home', { new: 'round' })}>
              New round
            </A>
          </Match>
          <Match when={true}>
            <span class="row t2 grow cut">
              <Icon name="info" />
              {footWords(run.phase(), run.files().length, toWrite(), run.report()?.totals.identical ?? 0)}
            </span>
            <Button onPress={run.clear} off={run.files().length === 0 ? 'Nothing is chosen' : undefined}>
              {run.isBusy() ? 'Stop' : 'Clear'}
            </Button>
            <Show when={run.problem() && !run.report()}>
              <Button onPress={run.check}>Check again</Button>
            </Show>
            <Button
              kind="primary"
              keys="Ctrl Enter"
              off={toWrite() === 0 ? 'Check files with something new in them first' : undefined}
              onPress={importAll}
            >
              {toWrite() > 0 ? `Import ${formatMany(toWrite(), 'trace')}` : 'Import'}
            </Button>
          </Match>
        </Switch>
      </footer>
    </main>
  )
}

function Steps(props: { phase: Phase }) {
  const at = () => steps.findIndex((step) => step.phases.includes(props.phase))
  return (
    <ol class="steps" aria-label={`Step ${at() + 1} of ${steps.length}`}>
      <For each={steps}>
        {(step, index) => (
          <li class="s" classList={{ on: index() === at(), ok: index() < at() }} aria-current={index() === at() ? 'step' : undefined}>
            <Show when={index() > 0}>
              <Icon name="right" size={12} />
            </Show>
            <span class="d">{index() + 1}</span>
            {step.title}
          </li>
        )}
      </For>
    </ol>
  )
}

function footWords(phase: Phase, files: number, toWrite: number, identical: number): string {
  if (phase === 'drop') return files === 0 ? 'Drop or choose files to begin.' : 'Check again, or clear the list and choose others.'
  if (phase === 'checking') return 'The check writes nothing.'
  if (phase === 'importing') return 'What was imported before a stop stays; importing again changes nothing twice.'
  if (toWrite === 0) return identical > 0 ? 'Everything here is in the project already.' : 'There is nothing here to import.'
  return 'Importing the same files again is safe: they are then identical.'
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : 'Something unexpected happened. Nothing was changed.'
}
