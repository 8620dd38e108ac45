/** The parts of a live session that only a browser has. */
import { v7 as uuidv7 } from 'uuid'
import { ClientId } from '../../shared/ids.ts'
import { type Activity, makeActivity } from './activity.ts'
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

/** Not pointermove: a browser sends it also when the page moves below a pointer that lies still. */
const SIGNS_OF_LIFE = ['keydown', 'pointerdown', 'wheel'] as const

/** Listens for keys and pointer; the tabs tell each other through the profile's storage. `stop` ends the listening. */
export function browserActivity(): Activity & { readonly stop: () => void } {
  const key = storageName('active')
  const activity = makeActivity(() => Date.now(), {
    read: () => readNumber(key),
    write: (at) => {
      try {
        localStorage.setItem(key, String(at))
      } catch {
        // A profile that keeps nothing: each tab then speaks for itself.
      }
    },
  })
  // Captured, so that no handler on the page can keep a key from counting; it is only counted, never read.
  const options = { capture: true, passive: true }
  for (const sign of SIGNS_OF_LIFE) window.addEventListener(sign, activity.note, options)
  return {
    ...activity,
    stop: () => {
      for (const sign of SIGNS_OF_LIFE) window.removeEventListener(sign, activity.note, options)
    },
  }
}

function readNumber(key: string): number | null {
  try {
    const at = Number(localStorage.getItem(key) ?? Number.NaN)
    return Number.isFinite(at) ? at : null
  } catch {
    return null
  }
}
