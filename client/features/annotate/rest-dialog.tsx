import type { JSX } from 'solid-js'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { formatMany, listed } from '../../ui/format.ts'
import { useLabelling } from './labelling.tsx'

/** Says how many segments get the answer, and which do not, before one key answers them all. */
export default function RestDialog(props: { readonly onClose: () => void }): JSX.Element {
  const { rest } = useLabelling()
  const count = () => rest.rows().length
  const ends = () => {
    const rows = rest.rows()
    const [first, last] = [rows[0], rows.at(-1)]
    return first && last ? (first === last ? `segment ${first.index + 1}` : `segments ${first.index + 1} to ${last.index + 1}`) : ''
  }
  const left = () => {
    const { later, drafts } = rest.left()
    return listed([later > 0 ? `${later} put off` : '', drafts > 0 ? `${drafts} with marks not submitted` : ''].filter(Boolean))
  }
  const says = () => [
    count() === 0
      ? 'From here on no segment waits for a first answer.'
      : `Records "nothing here" for ${formatMany(count(), 'segment')}: ${ends()}.`,
    ...(left() === '' ? [] : [`Stays as it is: ${left()}.`]),
    'Each is recorded as answered with the rest, so that agreement can leave it out. You can still correct any of them.',
  ]
  return (
    <ConfirmDialog
      title="Rest of the trace: nothing here?"
      says={says()}
      verb={`Record ${formatMany(count(), 'segment')}`}
      off={count() === 0 ? 'There is nothing to record' : undefined}
      onConfirm={() => {
        props.onClose()
        void rest.submit()
      }}
      onClose={props.onClose}
    />
  )
}
