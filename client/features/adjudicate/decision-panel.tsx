/** The question, the votes, what helps to answer, and the answer. */
import { type JSX, Show } from 'solid-js'
import type { DecisionView } from '../../../shared/adjudication/decision.ts'
import type { Codebook } from '../../../shared/codebooks/codebook.ts'
import type { CellDetail } from '../../../shared/http/api.ts'
import type { Fetched } from '../../http/fetched.ts'
import { LoadError, LoadingRows } from '../../ui/states.tsx'
import { Act } from './act.tsx'
import type { Cell } from './cells.ts'
import type { Desk } from './desk.ts'
import type { Group } from './grouping.ts'
import { Definitions, Precedents } from './guidance.tsx'
import { History } from './history.tsx'
import { Votes } from './votes.tsx'

type PanelProps = {
  cell: Cell
  group: Group | undefined
  codebook: Codebook
  detail: Fetched<CellDetail>
  desk: Desk
  nameOf: (user: string) => string
  codeOf: (mode: string) => string
  noteRef: (element: HTMLInputElement) => void
  now: Date
  /** What stands above the question, when there is something to say. */
  conflict: JSX.Element
}

export function DecisionPanel(props: PanelProps) {
  const modeOf = (id: string | null) => props.codebook.modes.find((mode) => mode.id === id)
  const position = () => (props.group?.cells.findIndex((cell) => cell.key === props.cell.key) ?? -1) + 1
  /** The detail's history, and what was pushed since it was fetched. */
  const history = (detail: CellDetail): DecisionView[] => {
    const newest = props.cell.decision
    const isKnown = newest === null || detail.history.some((one) => one.revision === newest.revision)
    return isKnown ? detail.history : [...detail.history, newest]
  }
  return (
    <section class="dec" aria-label="Decision">
      <div>
        {props.conflict}
        <div class="q">
          <div class="micro t3 num">
            Cell {position()} of {props.group?.cells.length ?? 0} in {props.group?.title ?? ''}
          </div>
          <h2>
            <span class="code">{props.codeOf(props.cell.mode)}</span> {modeOf(props.cell.mode)?.name}: present here?
          </h2>
        </div>
      </div>
      <Show
        when={props.detail.value()}
        fallback={
          <div class="blk grow">
            <Show when={props.detail.error()} fallback={<LoadingRows rows={6} label="Loading the votes" />}>
              {(error) => <LoadError what="This cell" error={error()} onRetry={props.detail.refetch} />}
            </Show>
          </div>
        }
      >
        {(detail) => (
          <div class="dec-s">
            <Votes detail={detail()} codeOf={props.codeOf} />
            <section class="blk">
              <Show when={modeOf(props.cell.mode)}>
                {(mode) => <Definitions mode={mode()} other={modeOf(props.cell.confusedWith)} codebook={props.codebook} />}
              </Show>
              <Precedents precedents={detail().precedents} code={props.codeOf(props.cell.mode)} />
              <History decisions={history(detail())} nameOf={props.nameOf} now={props.now} />
            </section>
          </div>
        )}
      </Show>
      <Act desk={props.desk} noteRef={props.noteRef} />
    </section>
  )
}
