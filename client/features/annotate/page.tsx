/** From "give me work" to the label screen, or to why there is none. */
import { useNavigate } from '@solidjs/router'
import { createEffect, createSignal, type JSX, lazy, Match, Show, Suspense, Switch } from 'solid-js'
import type { Role } from '../../../shared/accounts/role.ts'
import type { ProjectId, UserId } from '../../../shared/ids.ts'
import { useLive } from '../../live/live.tsx'
import { LoadError, LoadingRows } from '../../ui/states.tsx'
import { LabelScreen } from './label-screen.tsx'
import { NoWork } from './no-work.tsx'
import { type Shown, showsVotes } from './shown.ts'
import { askForWork, type WorkFound } from './work.ts'
import '../../styles/label.css'
import './annotate.css'

const PeersDialog = lazy(() => import('./peers-dialog.tsx'))

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
  /** The trace submitted last, if its round shows votes by now. */
  const [done, setDone] = createSignal<Shown | null>(null)
  const [shown, show] = createSignal<Shown | null>(null)

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

  function next(finished: Shown | null): void {
    setDone(finished && showsVotes(finished.round) ? finished : null)
    void ask()
  }

  return (
    <>
      <Switch fallback={<Waiting />}>
        <Match when={work()} keyed>
          {(found) => (
            <LabelScreen
              work={found}
              role={props.role}
              menu={props.menu}
              theme={props.theme}
              done={done()}
              onShow={show}
              onForget={() => setDone(null)}
              onNextSeat={next}
            />
          )}
        </Match>
        <Match when={none()}>
          {(why) => (
            <NoWork
              project={props.project}
              role={props.role}
              why={why()}
              menu={props.menu}
              theme={props.theme}
              onShow={show}
              onAsk={() => void ask()}
            />
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
      <Show when={shown()} keyed>
        {(of) => (
          <Suspense>
            <PeersDialog project={props.project} of={of} onClose={() => show(null)} />
          </Suspense>
        )}
      </Show>
    </>
  )
}

function Waiting(): JSX.Element {
  return (
    <main class="plain">
      <LoadingRows rows={6} label="Loading your work" />
    </main>
  )
}
