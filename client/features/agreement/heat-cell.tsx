import type { PairFigure } from '../../../shared/agreement/summary.ts'
import { formatCoefficient } from '../../ui/format.ts'
import { heatOf } from './heat.ts'
import { type ItemWord, type Names, pairSentence } from './words.ts'

/** Kappa of one pair for one mode: the number, or the word that there is none; the reason is its title and is read out. */
export function HeatCell(props: {
  pair: PairFigure
  code: string
  names: Names
  item: ItemWord
  isCurrent: boolean
  isOpen: boolean
  ref: (element: HTMLButtonElement) => void
  onFocus: () => void
  onOpen: () => void
}) {
  const heat = () => heatOf(props.pair)
  const classes = () => `hc ${heat()}${heat() === 'undef' ? ' hatch' : ''}${props.isOpen ? ' sel' : ''}`
  const text = () => (props.pair.kappa.kind === 'value' ? formatCoefficient(props.pair.kappa.value) : 'undefined')
  const sentence = () => `${props.code}, ${pairSentence(props.pair, props.names, props.item)}`
  return (
    <td class="pr">
      <button
        type="button"
        ref={props.ref}
        class={classes()}
        tabIndex={props.isCurrent ? 0 : -1}
        aria-pressed={props.isOpen}
        aria-label={sentence()}
        title={sentence()}
        onFocus={() => props.onFocus()}
        onClick={() => props.onOpen()}
      >
        {text()}
      </button>
    </td>
  )
}
