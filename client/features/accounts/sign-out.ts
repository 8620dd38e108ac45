import { address } from '../../http/http.ts'

/** Ends the session on this browser. What waits in the outbox stays there for the same user. */
export async function signOut(): Promise<void> {
  await fetch(address('api/session'), {
    method: 'DELETE',
    credentials: 'same-origin',
    headers: { 'content-type': 'application/json' },
  })
}
