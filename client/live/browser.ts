/** The parts of a live session that only a browser has. */
import { v7 as uuidv7 } from 'uuid'
import { ClientId } from '../../shared/ids.ts'
import { baseUrl, liveUrl, storageName } from './base.ts'
import type { OpenSocket } from './connection.ts'

/** What a socket that never opened says when it closes (RFC 6455, 7.1.5). */
const ABNORMAL_CLOSURE = 1006

export const openBrowserSocket: OpenSocket = (events) => {
  const socket = new WebSocket(liveUrl())
  socket.onopen = () => events.opened()
  socket.onmessage = (event) => events.received(String(event.data))
  socket.onclose = (event) => events.closed(event.code || ABNORMAL_CLOSURE)
  return {
    send: (text) => {
      if (socket.readyState === WebSocket.OPEN) socket.send(text)
    },
    close: () => socket.close(),
  }
}

/** Whether the cookie is still good. Anything but a clear no counts as yes: a server that is away has ended no session. */
export async function browserIsSignedIn(): Promise<boolean> {
  const response = await fetch(new URL('api/me', baseUrl()), { credentials: 'same-origin', cache: 'no-store' })
  return response.status !== 401
}

/** Names this browser profile, not the person. */
export function browserClientId(): ClientId {
  const key = storageName('client')
  try {
    const held = ClientId.safeParse(localStorage.getItem(key))
    if (held.success) return held.data
    const made = ClientId.parse(uuidv7())
    localStorage.setItem(key, made)
    return made
  } catch {
    return ClientId.parse(uuidv7())
  }
}

/** Calls back when the network comes or goes, or the tab is looked at again: time to see whether the server still answers. */
export function onWake(wake: () => void): () => void {
  const visible = () => {
    if (!document.hidden) wake()
  }
  window.addEventListener('online', wake)
  window.addEventListener('offline', wake)
  document.addEventListener('visibilitychange', visible)
  return () => {
    window.removeEventListener('online', wake)
    window.removeEventListener('offline', wake)
    document.removeEventListener('visibilitychange', visible)
  }
}
