import type { JSX } from 'solid-js'
import { Button } from '../../ui/button.tsx'
import './accounts.css'

export function SignedOut(props: { readonly onRetry: () => void }): JSX.Element {
  return (
    <main class="signed-out">
      <div>
        <span class="mark" role="img" aria-label="Touchstone" />
        <h1>You are signed out</h1>
        <p>Open the sign-in link you were given. A lead of your project can make you a new one.</p>
        <p class="t3 small">
          What you submitted while you were offline is kept on this device, and is sent when you sign in again as the same person.
        </p>
        <Button onPress={props.onRetry}>I have signed in</Button>
      </div>
    </main>
  )
}
