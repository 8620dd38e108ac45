import { createSignal, type JSX, Match, onMount, Switch } from 'solid-js'
import type { Me } from '../shared/http/api.ts'
import { signOut } from './features/accounts/sign-out.ts'
import { SignedOut } from './features/accounts/signed-out.tsx'
import { getMe } from './http/api.ts'
import { HttpProblem } from './http/http.ts'
import { KeyboardProvider } from './keyboard/keyboard.tsx'
import { AppRoutes } from './routes.tsx'
import { LoadError } from './ui/states.tsx'
import { ToastRegion } from './ui/toast.tsx'

type Session =
  | { readonly kind: 'loading' }
  | { readonly kind: 'signed-out' }
  | { readonly kind: 'failed'; readonly error: unknown }
  | { readonly kind: 'signed-in'; readonly me: Me }

export function App(): JSX.Element {
  const [session, setSession] = createSignal<Session>({ kind: 'loading' })

  async function load(): Promise<void> {
    try {
      setSession({ kind: 'signed-in', me: await getMe() })
    } catch (error) {
      const isSignedOut = error instanceof HttpProblem && error.status === 401
      setSession(isSignedOut ? { kind: 'signed-out' } : { kind: 'failed', error })
    }
  }
  onMount(load)

  async function leave(): Promise<void> {
    await signOut()
    setSession({ kind: 'signed-out' })
  }

  const me = () => {
    const now = session()
    return now.kind === 'signed-in' ? now.me : undefined
  }
  const failure = () => {
    const now = session()
    return now.kind === 'failed' ? now : undefined
  }

  return (
    <KeyboardProvider>
      <ToastRegion>
        <Switch>
          <Match when={me()} keyed>
            {(known) => (
              <AppRoutes
                me={known}
                // Asks anew: the session may have ended, or belong to somebody else by now.
                onSessionEnded={load}
                onSignOut={() => void leave()}
              />
            )}
          </Match>
          <Match when={session().kind === 'signed-out'}>
            <SignedOut onRetry={load} />
          </Match>
          <Match when={failure()}>
            {(failed) => (
              <main class="plain">
                <LoadError what="Touchstone" error={failed().error} onRetry={load} />
              </main>
            )}
          </Match>
        </Switch>
      </ToastRegion>
    </KeyboardProvider>
  )
}
