import type { JSX } from 'solid-js'
import { Icon } from '../../ui/icon.tsx'
import { Menu } from '../../ui/menu.tsx'
import { type RoundMenuProps, roundMenu } from './round-acts.ts'

export function RoundMenu(props: RoundMenuProps): JSX.Element {
  return (
    <Menu label={`Acts on ${props.round.name}`} heading={props.round.name} items={roundMenu(props)}>
      Round acts
      <Icon name="down" size={12} />
    </Menu>
  )
}
