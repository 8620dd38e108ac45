/** Handing out work: which traces, how many annotators each, how blind. */
import { createSignal, type JSX, Show, untrack } from 'solid-js'
import { type ProjectId, RoundId } from '../../../shared/ids.ts'
import { createRound, getTrace, getTraces } from '../../http/api.ts'
import { createFetched } from '../../http/fetched.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Note } from '../../ui/note.tsx'
import { LoadError, LoadingRows } from '../../ui/states.tsx'
import { PolicyFields } from './policy-fields.tsx'
import { missingOf, newPlan, policyOf, type RoundPlan, segmentsOf, sumOf } from './round-plan.ts'
import { TracePicker } from './trace-picker.tsx'

type NewRoundProps = {
  readonly project: ProjectId
  readonly number: number
  readonly onClose: () => void
  readonly onMade: (round: RoundId) => void
}

export function NewRound(props: NewRoundProps): JSX.Element {
  const traces = createFetched(() => props.project, getTraces)
  const [plan, setPlan] = createSignal<RoundPlan>(untrack(() => newPlan(`Round ${props.number}`)))
  const [isSending, setSending] = createSignal(false)
  const [problem, setProblem] = createSignal<string | null>(null)
  const change = (changed: Partial<RoundPlan>) => setPlan((now) => ({ ...now, ...changed }))
  const rows = () => traces.value() ?? []
  const missing = () => missingOf(plan(), rows())

  const make = async (): Promise<void> => {
    if (isSending() || missing()) return
    setSending(true)
    setProblem(null)
    try {
      const project = props.project
      const idsOf = async (trace: Parameters<typeof getTrace>[1]) => (await getTrace(project, trace)).segments.map((segment) => segment.id)
      const made = await createRound(project, {
        name: plan().name.trim(),
        traces: [...plan().chosen],
        overlap: plan().overlap,
        segments: await segmentsOf(plan(), rows(), idsOf),
        policy: policyOf(plan()),
      })
      props.onMade(RoundId.parse(made.id))
    } catch (error) {
      setProblem(error instanceof Error ? error.message : 'The round could not be made.')
    } finally {
      setSending(false)
    }
  }

  return (
    <Dialog
      open
      wide
      title="New round"
      about="Annotators are offered its traces at once; who takes which is left to them."
      onClose={props.onClose}
    >
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault()
          void make()
        }}
      >
        <label class="field">
          <span class="lab">Name</span>
          <input class="inp" value={plan().name} maxLength={120} onInput={(event) => change({ name: event.currentTarget.value })} />
        </label>
        <div class="field">
          <span class="lab">Traces</span>
          <Show
            when={traces.value()}
            fallback={
              <Show when={traces.error()} fallback={<LoadingRows rows={5} label="Loading the traces" />}>
                {(error) => <LoadError what="The list of traces" error={error()} onRetry={traces.refetch} />}
              </Show>
            }
          >
            {(found) => <TracePicker traces={found()} plan={plan()} onChange={change} />}
          </Show>
        </div>
        <PolicyFields plan={plan()} onChange={change} />
        <Show when={problem()}>
          {(message) => (
            <Note tone="danger">
              <b>The round was not made.</b> {message()}
            </Note>
          )}
        </Show>
        <p class="small t2">{sumOf(plan(), rows())}</p>
        <div class="acts">
          <Button type="submit" kind="primary" off={missing()}>
            {isSending() ? 'Making the round' : 'Make the round'}
          </Button>
          <Button keys="Esc" onPress={props.onClose}>
            Cancel
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
