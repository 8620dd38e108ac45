import { A, type Navigator, Route, Router, type RouteSectionProps, useNavigate } from '@solidjs/router'
import { type JSX, lazy, Match, onMount, Show, Suspense, Switch } from 'solid-js'
import { isLead, type Role } from '../shared/accounts/role.ts'
import type { Me } from '../shared/http/api.ts'
import type { ProjectId } from '../shared/ids.ts'
import { AppShell } from './app-shell.tsx'
import { ThemeSwitch } from './features/accounts/theme-switch.tsx'
import { UserMenu } from './features/accounts/user-menu.tsx'
import { placeOf } from './http/project.ts'
import { baseUrl } from './live/base.ts'
import { LiveProvider } from './live/live.tsx'
import { EmptyState } from './ui/states.tsx'

const Annotate = lazy(() => import('./features/annotate/page.tsx'))
const Home = lazy(() => import('./features/home/page.tsx'))
const Traces = lazy(() => import('./features/traces/page.tsx'))
const Agreement = lazy(() => import('./features/agreement/page.tsx'))
const Adjudicate = lazy(() => import('./features/adjudicate/page.tsx'))
const Gold = lazy(() => import('./features/gold/page.tsx'))
const Import = lazy(() => import('./features/import/page.tsx'))

type Membership = Me['projects'][number]
type RoutesProps = { readonly me: Me; readonly onSessionEnded: () => void; readonly onSignOut: () => void }

export function AppRoutes(props: RoutesProps): JSX.Element {
  const membership = (project: string | undefined) => props.me.projects.find((one) => one.id === project)
  const menu = (role: Role, current: ProjectId) => (
    <UserMenu
      name={props.me.user.name}
      role={role}
      links={props.me.projects.filter((one) => one.id !== current).map((one) => ({ name: one.name, href: startOf(one) }))}
      onSignOut={props.onSignOut}
    />
  )

  /** One live session per project; leaving the project ends it. */
  function ProjectFrame(section: RouteSectionProps): JSX.Element {
    return (
      <Show when={membership(section.params['project'])} keyed fallback={<NotAMember />}>
        {(project) => (
          <LiveProvider project={project.id} userId={props.me.user.id} onSignedOut={props.onSessionEnded}>
            <Suspense>{section.children}</Suspense>
          </LiveProvider>
        )}
      </Show>
    )
  }

  function LeadFrame(section: RouteSectionProps): JSX.Element {
    return (
      <Show when={membership(section.params['project'])}>
        {(project) => (
          <Show when={isLead(project().role)} fallback={<ForLeads project={project()} />}>
            <AppShell project={project().id} projectName={project().name} menu={menu(project().role, project().id)}>
              <Suspense>{section.children}</Suspense>
            </AppShell>
          </Show>
        )}
      </Show>
    )
  }

  function AnnotatePlace(section: RouteSectionProps): JSX.Element {
    return (
      <Show when={membership(section.params['project'])}>
        {(project) => (
          <Annotate
            project={project().id}
            userId={props.me.user.id}
            role={project().role}
            seat={section.params['seat']}
            menu={menu(project().role, project().id)}
            theme={<ThemeSwitch />}
          />
        )}
      </Show>
    )
  }

  return (
    <Router base={baseUrl().pathname.replace(/\/$/, '')}>
      <Route path="/" component={() => <Start me={props.me} />} />
      <Route path="/p/:project" component={ProjectFrame}>
        <Route path="/annotate/:seat?" component={AnnotatePlace} />
        <Route path="/" component={LeadFrame}>
          <Route path="/" component={Home} />
          <Route path="/traces" component={Traces} />
          <Route path="/agreement" component={Agreement} />
          <Route path="/adjudicate" component={Adjudicate} />
          <Route path="/gold" component={Gold} />
          <Route path="/import" component={Import} />
        </Route>
      </Route>
      <Route path="*" component={() => <Start me={props.me} />} />
    </Router>
  )
}

function startOf(project: Membership): string {
  return isLead(project.role) ? placeOf(project.id, 'home') : `${placeOf(project.id, 'home')}/annotate`
}

/** Everybody starts at their work. */
function Start(props: { readonly me: Me }): JSX.Element {
  const navigate: Navigator = useNavigate()
  const first = () => props.me.projects[0]
  onMount(() => {
    const project = first()
    if (project) navigate(startOf(project), { replace: true })
  })
  return (
    <Show when={!first()}>
      <main class="refused">
        <EmptyState icon="folder" title="No project yet">
          Nobody has added you to a project. A lead can do that, and then this page leads to it.
        </EmptyState>
      </main>
    </Show>
  )
}

function NotAMember(): JSX.Element {
  return (
    <main class="refused">
      <EmptyState icon="lock" title="This project is not open to you" action={<A href="/">Go to my work</A>}>
        Either there is no such project, or its leads have not added you.
      </EmptyState>
    </main>
  )
}

function ForLeads(props: { readonly project: Membership }): JSX.Element {
  return (
    <main class="refused">
      <Switch>
        <Match when={!isLead(props.project.role)}>
          <EmptyState icon="lock" title="For leads" action={<A href={startOf(props.project)}>Go to my work</A>}>
            This page shows what everybody said, so annotators see it only when a lead shows it to them.
          </EmptyState>
        </Match>
      </Switch>
    </main>
  )
}
