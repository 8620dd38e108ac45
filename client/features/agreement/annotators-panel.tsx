/** Each annotator against the others on the same segments, and against themselves where they were shown a segment twice. */
import { For, Show } from 'solid-js'
import type { AgreementStudy } from '../../../shared/agreement/round/study.ts'
import type { AgreementSummary, RaterFigure } from '../../../shared/agreement/summary.ts'
import { REASON_SENTENCES } from '../../../shared/agreement/undefined-reason.ts'
import { formatCount, formatInterval, formatMany } from '../../ui/format.ts'
import { figureText } from './words.ts'

export function AnnotatorsPanel(props: { summary: AgreementSummary; study: AgreementStudy | undefined }) {
  const studyOf = (id: string) => props.study?.annotators.find((one) => one.id === id)
  const drifting = () => (props.study?.drift ?? []).filter(({ weeks }) => weeks.at(-1)?.isSignal === true)
  const nameOf = (id: string | null) => props.summary.raters.find((rater) => rater.id === id)?.name ?? 'Raw agreement'
  return (
    <section class="panel">
      <div class="ph">
        <h2>Annotators</h2>
        <span class="sub end">against the others</span>
      </div>
      <div class="bd">
        <table class="habits">
          <thead>
            <tr>
              <th>who</th>
              <th class="n">κ</th>
              <th class="n" title="share of present marks, less that of the others on the same segments">
                bias
              </th>
              <th class="n" title="agreement with themselves where a trace was given twice">
                self κ
              </th>
              <th class="n" title="segments an hour of work; pauses longer than five minutes are not counted">
                pace
              </th>
            </tr>
          </thead>
          <tbody>
            <For each={props.summary.raters}>
              {(rater, index) => (
                <Show when={props.summary.annotators[index()]}>
                  {(figure) => (
                    <tr>
                      <td>{rater.name}</td>
                      <td class="n" title={kappaSentence(figure())}>
                        {figureText(figure().kappa)}
                      </td>
                      <td class="n t2" title={`${formatCount(figure().present)} present against ${formatCount(figure().othersPresent)}`}>
                        {biasText(figure())}
                      </td>
                      <td class="n t2" title={selfSentence(studyOf(rater.id))}>
                        {selfText(studyOf(rater.id))}
                      </td>
                      <td class="n t2">{paceText(studyOf(rater.id))}</td>
                    </tr>
                  )}
                </Show>
              )}
            </For>
          </tbody>
        </table>
        <For each={drifting()}>
          {(drift) => (
            <p class="small t2">
              <b>{nameOf(drift.rater)}</b> {drift.rater === null ? 'has left its limits' : 'marks present at another rate'} since the week
              of {drift.weeks.find((week) => week.isSignal)?.week}.
            </p>
          )}
        </For>
      </div>
    </section>
  )
}

type Study = AgreementStudy['annotators'][number] | undefined

function kappaSentence({ kappa, of }: RaterFigure): string {
  if (kappa.kind === 'undefined') return REASON_SENTENCES[kappa.reason]
  return `Pooled over modes and ${formatMany(of, 'pair')} of values${kappa.ci95 ? `, 95 % interval ${formatInterval(kappa.ci95)}` : ', no interval'}`
}

export function biasText({ of, present, othersPresent }: RaterFigure): string {
  if (of === 0) return '–'
  const points = ((present - othersPresent) / of) * 100
  const shown = Math.abs(points).toFixed(1)
  return `${shown === '0.0' ? '' : points > 0 ? '+' : '−'}${shown} %`
}

function selfText(study: Study): string {
  if (!study) return '–'
  return study.self.kind === 'undefined' && study.self.n === 0 ? 'not yet' : figureText(study.self)
}

function selfSentence(study: Study): string {
  if (!study) return ''
  if (study.self.kind === 'value')
    return `${formatCount(study.self.n)} values given twice${study.self.ci95 ? `, 95 % interval ${formatInterval(study.self.ci95)}` : ''}`
  return study.self.n === 0 ? 'No trace has come back to them yet.' : REASON_SENTENCES[study.self.reason]
}

function paceText(study: Study): string {
  if (!study || study.activeMinutes === 0) return '–'
  return `${formatCount(Math.round((study.segments / study.activeMinutes) * 60))}/h`
}
