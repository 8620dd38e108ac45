import type { SegmentPolicy } from '../../../shared/segments/policy.ts'
import type { ColumnMapping } from '../../../shared/traces/importer.ts'

/** How an import is to be done. */
export type ImportOptions = {
  /** null only for a dry run without a project: then every trace is new. */
  readonly projectId: string | null
  readonly actorId: string | null
  readonly format?: string | undefined
  readonly policy?: SegmentPolicy | undefined
  readonly isDryRun: boolean
  /** Replace what looks like a key or token, in what is shown and in the bytes that are kept. */
  readonly isRedacted?: boolean | undefined
  /** Told after each trace how many bytes of its file it took. */
  readonly onTrace?: ((bytes: number) => void) | undefined
  readonly columns?: ColumnMapping | undefined
}
