import type { CellName } from '../../../shared/agreement/round/study.ts'
import type { PairFigure } from '../../../shared/agreement/summary.ts'
import { formatCount } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'

/** The four counts of a pair with their margins; where they differ is warm. Each opens the segments behind it. */
export function TwoByTwo(props: { pair: PairFigure; a: string; b: string; cell: CellName; onCell: (cell: CellName) => void }) {
  const sum = (...counts: number[]) => formatCount(counts.reduce((total, count) => total + count, 0))
  const p = () => props.pair
  const of = (cell: CellName) => ({ isOpen: props.cell === cell, onOpen: () => props.onCell(cell) })
  return (
    <table class="two">
      <caption class="sr">
        Answers of {props.a} and {props.b}
      </caption>
      <thead>
        <tr>
          <td />
          <th scope="col" class="m">
            {props.b} present
          </th>
          <th scope="col" class="m">
            {props.b} absent
          </th>
          <td />
        </tr>
      </thead>
      <tbody>
        <tr>
          <th scope="row" class="m l">
            {props.a}
            <br />
            present
          </th>
          <Count count={p().bothPresent} word="both" agrees {...of('both')} />
          <Count count={p().onlyA} word={`${props.a} only`} {...of('onlyA')} />
          <td class="m">{sum(p().bothPresent, p().onlyA)}</td>
        </tr>
        <tr>
          <th scope="row" class="m l">
            {props.a}
            <br />
            absent
          </th>
          <Count count={p().onlyB} word={`${props.b} only`} {...of('onlyB')} />
          <Count count={p().neither} word="neither" agrees {...of('neither')} />
          <td class="m">{sum(p().onlyB, p().neither)}</td>
        </tr>
        <tr>
          <td />
          <td class="m">{sum(p().bothPresent, p().onlyB)}</td>
          <td class="m">{sum(p().onlyA, p().neither)}</td>
          <td class="m">{sum(p().bothPresent, p().onlyA, p().onlyB, p().neither)}</td>
        </tr>
      </tbody>
    </table>
  )
}

function Count(props: { count: number; word: string; agrees?: boolean; isOpen: boolean; onOpen: () => void }) {
  return (
    <td>
      <button
        type="button"
        class={`c${props.agrees || props.count === 0 ? '' : ' dis'}${props.isOpen ? ' sel' : ''}`}
        aria-pressed={props.isOpen}
        onClick={() => props.onOpen()}
      >
        <b>{formatCount(props.count)}</b>
        <small>
          <Icon name={props.agrees ? 'agree' : 'disagree'} size={12} /> {props.word}
        </small>
      </button>
    </td>
  )
}
