/** Light or dark: as the system has it, until somebody chooses. */
import { type Accessor, createSignal } from 'solid-js'
import { storageName } from '../../live/base.ts'

export type Theme = 'light' | 'dark'

const system = window.matchMedia('(prefers-color-scheme: dark)')
const key = () => storageName('theme')

const [theme, setTheme] = createSignal<Theme>(chosen() ?? systemTheme())

export const currentTheme: Accessor<Theme> = theme

export function applyTheme(): void {
  document.documentElement.dataset['theme'] = theme()
  system.addEventListener('change', () => {
    if (!chosen()) show(systemTheme())
  })
}

export function chooseTheme(next: Theme): void {
  try {
    localStorage.setItem(key(), next)
  } catch {
    // Not kept, then; it still holds for this page.
  }
  show(next)
}

function show(next: Theme): void {
  setTheme(next)
  document.documentElement.dataset['theme'] = next
}

function systemTheme(): Theme {
  return system.matches ? 'dark' : 'light'
}

function chosen(): Theme | null {
  try {
    const held = localStorage.getItem(key())
    return held === 'light' || held === 'dark' ? held : null
  } catch {
    return null
  }
}
