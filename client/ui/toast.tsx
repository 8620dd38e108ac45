/** Short messages at the bottom left: what was just done, and how to take it back. Errors are never said here alone. */
import { createContext, createSignal, For, type JSX, onCleanup, Show, useContext } from 'solid-js'
import { must } from '../../shared/assert.ts'
import { Button } from './button.tsx'

type Toast = { id: number; text: string; action?: { label: string; keys?: string; run: () => void } }
type Toasts = { say: (text: string, action?: Toast['action']) => void; clear: () => void }

const STAYS_MS = 6_000
const Context = createContext<Toasts>()

export function useToasts(): Toasts {
  return must(useContext(Context), 'a ToastRegion around this component')
}

/** Shows one toast at a time: the newest replaces the one before. */
export function ToastRegion(props: { children: JSX.Element }) {
  const [shown, setShown] = createSignal<Toast | null>(null)
  let timer: ReturnType<typeof setTimeout> | undefined
  let next = 0
  const clear = () => {
    clearTimeout(timer)
    setShown(null)
  }
  const say: Toasts['say'] = (text, action) => {
    clearTimeout(timer)
    setShown({ id: next++, text, ...(action ? { action } : {}) })
    timer = setTimeout(clear, STAYS_MS)
  }
  onCleanup(() => clearTimeout(timer))
  return (
    <Context.Provider value={{ say, clear }}>
      {props.children}
      <div class="toasts" role="status" aria-live="polite">
        <For each={[shown()].filter((toast) => toast !== null)}>
          {(toast) => (
            <div class="toast">
              <span>{toast.text}</span>
              <Show when={toast.action}>
                {(action) => (
                  <Button
                    small
                    {...(action().keys ? { keys: action().keys ?? '' } : {})}
                    onPress={() => {
                      action().run()
                      clear()
                    }}
                  >
                    {action().label}
                  </Button>
                )}
              </Show>
            </div>
          )}
        </For>
      </div>
    </Context.Provider>
  )
}
