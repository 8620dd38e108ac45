import * as z from 'zod/mini'

const idText = z.string().check(z.minLength(1), z.maxLength(128), z.regex(/^[A-Za-z0-9][A-Za-z0-9._:-]*$/))

/** A project's short name; also its id in links, files and commands. */
export const ProjectId = idText.brand<'ProjectId'>()
export type ProjectId = z.infer<typeof ProjectId>

export const UserId = idText.brand<'UserId'>()
export type UserId = z.infer<typeof UserId>

/** Derived from project, native identity and content, so that the same trace gets the same id in any database. */
export const TraceId = idText.brand<'TraceId'>()
export type TraceId = z.infer<typeof TraceId>

/** Derived from the trace, the content hash and the anchor of the segment, never from its position alone. */
export const SegmentId = idText.brand<'SegmentId'>()
export type SegmentId = z.infer<typeof SegmentId>

export const CodebookId = idText.brand<'CodebookId'>()
export type CodebookId = z.infer<typeof CodebookId>

/** The id of a mode inside its codebook, for example `FM-3.2`; stable over versions. */
export const ModeId = idText.brand<'ModeId'>()
export type ModeId = z.infer<typeof ModeId>

export const RoundId = idText.brand<'RoundId'>()
export type RoundId = z.infer<typeof RoundId>

export const SeatId = idText.brand<'SeatId'>()
export type SeatId = z.infer<typeof SeatId>

/** UUIDv7, made once per act of a person; the same act sent again carries the same id. */
export const MutationId = z.uuid({ version: 'v7' }).brand<'MutationId'>()
export type MutationId = z.infer<typeof MutationId>

/** A browser profile's name for itself, kept in its storage. */
export const ClientId = idText.brand<'ClientId'>()
export type ClientId = z.infer<typeof ClientId>

/** Opaque to the client and different for every viewer, so that it tells nothing about hidden events. */
export const Cursor = z.string().check(z.minLength(1), z.maxLength(128)).brand<'Cursor'>()
export type Cursor = z.infer<typeof Cursor>
