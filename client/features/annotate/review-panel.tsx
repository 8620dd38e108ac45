/** The end of a trace: what is still open, whether the task was completed, and the submit of the whole. */
import { For, type JSX, Show } from 'solid-js'
import { Button } from '../../ui/button.tsx'
import { formatMany } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { Kbd } from '../../ui/kbd.tsx'
import { sayOpen } from './counts.ts'
import { useFinish } from './finish.tsx'
import { useLabelling } from './labelling.tsx'

export function ReviewPanel(): JSX.Element {
  const { acts, place } = useLabelling()
  const finish = useFinish()
  const open = () => acts.openRows().length
  return (
    <aside class="panel-l review-p" aria-label="Submit the trace">
      <div class="pl-h">
        <b>The whole trace</b>
        <span class="t3">{formatMany(acts.counts().asked, 'segment')}</span>
      </div>
      <div class="review-q">
        <Show
          when={open() === 0}
          fallback={
            <div class="note warn">
              <Icon name="warn" />
              <div>
                <b>{sayOpen(acts.counts())}</b> A trace is submitted whole: none is not missing.
              </div>
            </div>
          }
        >
          <div class="note">
            <Icon name="check" />
            <div>Every segment is answered. You may still correct any of them; after this the trace is closed.</div>
          </div>
        </Show>
        <Show when={acts.counts().unjudged > 0}>
          <div class="note">
            <Icon name="unsure" />
            <div>
              {formatMany(acts.counts().unjudged, 'segment')} {acts.counts().unjudged === 1 ? 'is' : 'are'} answered "cannot judge" (unsure
              or n.a.). That is an answer; it is counted apart.
            </div>
          </div>
        </Show>
        <h2>Was the task completed?</h2>
        <div class="seg vals three" role="radiogroup" aria-label="Was the task completed?">
          <For each={finish.choices}>
            {(choice) => (
              // biome-ignore lint/a11y/useSemanticElements: the switch carries key caps, which radio inputs cannot
              <button
                type="button"
                role="radio"
                aria-checked={finish.completed() === choice.value}
                onClick={() => finish.choose(choice.value)}
              >
                {choice.word} <Kbd>{choice.keys}</Kbd>
              </button>
            )}
          </For>
        </div>
        <p class="t3 small">Judge by the trace alone. "Unknown" is an answer when the trace does not show it.</p>
      </div>
      <div class="submit">
        <div class="say" role="status">
          <Show when={acts.answer()} fallback={<Say />}>
            {(answer) => (
              <span class={`answer ${answer().tone}`}>
                <Icon name="warn" size={14} />
                <span>{answer().text}</span>
              </span>
            )}
          </Show>
        </div>
        <div class="sub-b">
          <Button keys="k" onPress={() => acts.go(() => place.step(-1))}>
            Back
          </Button>
          <Button kind="primary" keys="Enter" onPress={finish.submit}>
            {open() > 0 ? 'Go to the next open one' : 'Submit trace'}
          </Button>
        </div>
      </div>
    </aside>
  )
}

function Say(): JSX.Element {
  const { acts } = useLabelling()
  const finish = useFinish()
  return (
    <Show
      when={finish.isSent()}
      fallback={
        <Show
          when={acts.openRows().length === 0}
          fallback={
            <>
              {acts.counts().submitted} of {acts.counts().asked} submitted.
            </>
          }
        >
          Enter submits <b>all {formatMany(acts.counts().asked, 'segment')}</b>
        </Show>
      }
    >
      Submitted on this device; waiting for the server.
    </Show>
  )
}
