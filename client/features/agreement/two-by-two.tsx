import type { PairFigure } from '../../../shared/agreement/summary.ts'
import { formatCount } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'

/** The four counts of a pair with their margins; where they differ is warm. */
export function TwoByTwo(props: { pair: PairFigure; a: string; b: string }) {
  const sum = (...counts: number[]) => formatCount(counts.reduce((total, count) => total + count, 0))
  const p = () => props.pair
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
          <Count count={p().bothPresent} word="both" agrees />
          <Count count={p().onlyA} word={`${props.a} only`} />
          <td class="m">{sum(p().bothPresent, p().onlyA)}</td>
        </tr>
        <tr>
          <th scope="row" class="m l">
            {props.a}
            <br />
            absent
          </th>
          <Count count={p().onlyB} word={`${props.b} only`} />
          <Count count={p().neither} word="neither" agrees />
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

function Count(props: { count: number; word: string; agrees?: boolean }) {
  return (
    <td>
      <span class={props.agrees || props.count === 0 ? 'c' : 'c dis'}>
        <b>{formatCount(props.count)}</b>
        <small>
          <Icon name={props.agrees ? 'agree' : 'disagree'} size={12} /> {props.word}
        </small>
      </span>
    </td>
  )
}
