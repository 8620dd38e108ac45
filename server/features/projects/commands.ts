import { AppError } from '../../../shared/errors.ts'
import { ProjectId } from '../../../shared/ids.ts'
import { type Deps, nowText } from '../../deps.ts'
import { defaultCodebook, putCodebook } from '../codebooks/index.ts'

/** Creates the project with the default codebook; says whether it was missing. */
export async function ensureProject(deps: Deps, project: { id: string; name?: string | undefined }): Promise<{ created: boolean }> {
  if (!ProjectId.safeParse(project.id).success) {
    throw new AppError(
      'bad_name',
      `"${project.id}" cannot be a project name: use letters, digits, dots, hyphens or underscores, and start with a letter or digit.`,
    )
  }
  await putCodebook(deps, defaultCodebook)
  const inserted = await deps.writer.write(({ trx }) =>
    trx
      .insertInto('project')
      .values({ id: project.id, name: project.name ?? project.id, last_sequence: 0, created_at: nowText(deps) })
      .onConflict((oc) => oc.column('id').doNothing())
      .returning('id')
      .executeTakeFirst(),
  )
  return { created: inserted !== undefined }
}
