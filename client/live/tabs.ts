/** What the tabs of one user in one project tell each other, and which of them sends. */
import type { MutationId } from '../../shared/ids.ts'
import type { Rejection } from './outbox.ts'

export type TabMessage =
  | { readonly kind: 'added' }
  | { readonly kind: 'accepted'; readonly mutationId: MutationId; readonly at: string }
  | { readonly kind: 'rejected'; readonly mutationId: MutationId; readonly rejection: Rejection }
  | { readonly kind: 'dismissed'; readonly mutationId: MutationId }

export type Tabs = {
  readonly tell: (message: TabMessage) => void
  readonly close: () => void
}

/** `hear` gets what other tabs say; `elected` is called once, when this tab becomes the one that sends. */
export type OpenTabs = (on: { readonly hear: (message: TabMessage) => void; readonly elected: () => void }) => Tabs
