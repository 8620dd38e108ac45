import type { JSX } from 'solid-js'
import { IconButton } from '../../ui/button.tsx'
import { chooseTheme, currentTheme } from './theme.ts'

export function ThemeSwitch(): JSX.Element {
  const other = () => (currentTheme() === 'dark' ? 'light' : 'dark')
  return <IconButton icon="sun" name={`Switch to ${other()} colours`} onPress={() => chooseTheme(other())} />
}
