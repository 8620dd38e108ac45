import type { SegmentPolicy } from '../../../shared/segments/policy.ts'

/** How an import is to be done. */
export type ImportOptions = {
  /** null only for a dry run without a project: then every trace is new. */
  readonly projectId: string | null
  readonly actorId: string | null
  readonly format?: string | undefined
  readonly policy?: SegmentPolicy | undefined
  readonly isDryRun: boolean
}
