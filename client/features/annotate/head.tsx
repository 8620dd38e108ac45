import { A } from '@solidjs/router'
import { createEffect, type JSX, Show } from 'solid-js'
import { isLead, type Role } from '../../../shared/accounts/role.ts'
import { placeOf } from '../../http/project.ts'
import { SaveWord } from '../../live/save-word.tsx'
import { Bar } from '../../ui/bar.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { Tag } from '../../ui/tag.tsx'
import { useLabelling } from './labelling.tsx'
import { showsVotes } from './shown.ts'

export function LabelHead(props: { readonly role: Role; readonly menu: JSX.Element; readonly theme: JSX.Element }): JSX.Element {
  const { acts, find, project, round, seat, open } = useLabelling()
  const counts = () => acts.counts()
  createEffect(() => {
    document.title = `${seat.traceTitle} · Touchstone`
  })
  return (
    <header class="lab-head">
      <Show when={isLead(props.role)} fallback={<span class="mark" role="img" aria-label="Touchstone" />}>
        <A href={placeOf(project, 'home')} title="Project home">
          <span class="mark" role="img" aria-label="Touchstone: project home" />
        </A>
      </Show>
      <div class="crumb grow">
        <span class="wide">{round.name}</span>
        <span class="wide">/</span>
        <h1>
          <bdi>{seat.traceTitle}</bdi>
        </h1>
      </div>
      <span class="wide">
        <Show
          when={seat.submittedAt !== null && showsVotes(round)}
          fallback={
            <Tag icon="blind">{round.policy.blind === 'until_reveal' ? 'Blind until the round is revealed' : 'Blind until you submit'}</Tag>
          }
        >
          <Tag icon="eye" title="You could see what others said of this trace">
            Changes are kept apart
          </Tag>
        </Show>
      </span>
      <span class="row wide lab-prog">
        <Bar
          class="grow"
          of={counts().asked}
          pieces={[{ value: counts().submitted }, { value: counts().later, tone: 'alt' }]}
          label={`${counts().submitted} of ${counts().asked} submitted, ${counts().later} later`}
        />
        <span class="micro t3 num">
          {counts().submitted} / {counts().asked}
        </span>
      </span>
      <Button kind="quiet" class="wide" icon="search" keys="/" onPress={find.open}>
        Find
      </Button>
      <Button kind="quiet" class="wide" keys="Ctrl K" onPress={() => open('palette')}>
        Commands
      </Button>
      <span class="wide">{props.theme}</span>
      <span class="only-narrow">
        <SaveWord />
      </span>
      <span class="only-narrow">
        <IconButton icon="menu" name="Go to a segment" onPress={() => open('outline')} />
      </span>
      <span class="me-menu">{props.menu}</span>
    </header>
  )
}
