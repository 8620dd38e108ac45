import { type JSX, Show } from 'solid-js'
import { ProseView } from '../../trace-view/prose-view.tsx'
import { signedText } from '../../trace-view/signed-text.ts'
import { Button } from '../../ui/button.tsx'
import { useLabelling } from './labelling.tsx'

/** What the agents were asked to do, always in sight. */
export function TaskBar(): JSX.Element {
  const { trace, isTaskOpen, setTaskOpen } = useLabelling()
  return (
    <div class="task-box">
      <div class="task">
        <b>Task</b>
        <span class="cut grow">
          <bdi>{trace.task === null ? 'The trace does not say.' : signedText(trace.task.slice(0, 400))}</bdi>
        </span>
        <Show when={trace.task}>
          <Button kind="quiet" small class="wide" keys="t" aria-expanded={isTaskOpen()} onPress={() => setTaskOpen(!isTaskOpen())}>
            {isTaskOpen() ? 'Close' : 'Open'}
          </Button>
        </Show>
      </div>
      <Show when={isTaskOpen() && trace.task}>
        {(task) => (
          <div class="task-open">
            <ProseView text={task()} start={0} highlights={[]} />
          </div>
        )}
      </Show>
    </div>
  )
}
