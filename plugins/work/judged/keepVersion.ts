/** The present text of a work becomes a row of its earlier versions. Only the author reads it, and who organises the competition.*/
import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import { filesIn } from '../workParts.ts'
import type { ChangedWork } from './judging.ts'

const KEPT = [
  'competitionId',
  'organisationId',
  'userId',
  'formHash',
  'answers',
  'title',
  'introduction',
  'keywords',
  'cover',
  'attachments',
  'link',
  'revision',
] as const

/** Once for each revision. @returns the id of the row */
export async function keepVersion(work: ChangedWork, { rows, db }: HandlerContext): Promise<string> {
  const { id: workId, revision, submittedAt, revisedAt } = work
  const values = Object.fromEntries(KEPT.map((name) => [name, work[name]])) as Pick<ChangedWork, (typeof KEPT)[number]>
  await rows.createMissing('work.version', ['workId', 'revision'], [{ ...values, workId, submittedAt: revisedAt ?? submittedAt }])
  const row = await db
    .selectFrom('work_version')
    .select('id')
    .where('workId', '=', workId)
    .where('revision', '=', revision)
    .executeTakeFirstOrThrow()
  return row.id
}

/** Files that the change took out of the work belong to the version from now on. @param after  the answers of the work now */
export async function keepFiles(versionId: string, before: ChangedWork, after: unknown, { rows }: HandlerContext): Promise<void> {
  const kept = new Set(filesIn(after).map(({ id }) => id))
  const gone = filesIn(before.answers).flatMap(({ id }) => (kept.has(id) ? [] : [id]))
  const freed = { key: gone, entity: 'work.work', rowId: before.id }
  await rows.saveWhere('platform.file', freed, { entity: 'work.version', rowId: versionId })
}
