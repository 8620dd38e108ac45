import * as z from 'zod/mini'

/** What a person may do in a project. An admin may do all that a lead may. */
export const Role = z.enum(['annotator', 'lead', 'admin'])
export type Role = z.infer<typeof Role>

/** May import, hand out, watch agreement, settle and export. */
export function isLead(role: Role): boolean {
  return role === 'lead' || role === 'admin'
}
