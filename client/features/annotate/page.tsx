/** From "give me work" to the label screen, or to why there is none. */
import { useNavigate } from '@solidjs/router'
import { createEffect, createSignal, type JSX, Match, Switch } from 'solid-js'
import type { Role } from '../../../shared/accounts/role.ts'
import type { ProjectId, UserId } from '../../../shared/ids.ts'
import { useLive } from '../../live/live.tsx'
import { LoadError, LoadingRows } from '../../ui/states.tsx'
import { LabelScreen } from './label-screen.tsx'
import { NoWork } from './no-work.tsx'
import { askForWork, type WorkFound } from './work.ts'
import '../../styles/label.css'
import './annotate.css'

type AnnotatePageProps = {
  readonly project: ProjectId
  readonly userId: UserId
  readonly role: Role
  readonly seat: string | undefined
  readonly menu: JSX.Element
  readonly theme: JSX.Element
}

type State = { readonly kind: 'loading' } | { readonly kind: 'failed'; readonly error: unknown } | WorkFound

export default function AnnotatePage(props: AnnotatePageProps): JSX.Element {
  const live = useLive()
  const navigate = useNavigate()
  const [state, setState] = createSignal<State>({ kind: 'loading' })

  async function ask(): Promise<void> {
    try {
      const found = await askForWork(props.project, props.userId)
      if (found.kind === 'work' && found.work.seat.id !== props.seat) {
        navigate(`/p/${encodeURIComponent(props.project)}/annotate/${encodeURIComponent(found.work.seat.id)}`, { replace: true })
      }
      setState(found)
    } catch (error) {
      setState({ kind: 'failed', error })
    }
  }
  createEffect(() => {
    void props.project
    void ask()
  })

  /** What the server says of my seats must be there before the screen chooses where to start. */
  const work = () => {
    const now = state()
    return now.kind === 'work' && live.viewer() !== null ? now.work : undefined
  }
  const none = () => {
    const now = state()
    return now.kind === 'none' ? now : undefined
  }
  const failure = () => {
    const now = state()
    return now.kind === 'failed' ? now : undefined
  }

  return (
    <Switch fallback={<Waiting />}>
      <Match when={work()} keyed>
        {(found) => <LabelScreen work={found} role={props.role} menu={props.menu} theme={props.theme} onNextSeat={() => void ask()} />}
      </Match>
      <Match when={none()}>
        {(why) => (
          <NoWork project={props.project} role={props.role} why={why()} menu={props.menu} theme={props.theme} onAsk={() => void ask()} />
        )}
      </Match>
      <Match when={failure()}>
        {(failed) => (
          <main class="plain">
            <LoadError what="Your work" error={failed().error} onRetry={() => void ask()} />
          </main>
        )}
      </Match>
    </Switch>
  )
}

function Waiting(): JSX.Element {
  return (
    <main class="plain">
      <LoadingRows rows={6} label="Loading your work" />
    </main>
  )
}
