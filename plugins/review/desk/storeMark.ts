/** Writes a review, new or in place of the present one, and the columns of the assignment that repeat its values. */
import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import type { OwnAssignment } from './ownAssignment.ts'

export interface Mark {
  state: 'submitted' | 'abstained'
  formHash: string
  answers: Record<string, unknown>
  total: number | null
  confidence: number | null
  note: string | null
}

/** @param revision  of the review that is there, 0 for none. @returns that of the new one */
export async function storeMark(own: OwnAssignment & { revision: number }, mark: Mark, context: HandlerContext): Promise<number> {
  const { rows, now } = context
  const { id, roundId, competitionId, workId, userId, organisationId } = own
  const revision = own.revision + 1
  const submittedAt = now.toISOString()
  const values = { ...mark, submittedAt, revision }
  const before = own.revision === 0 ? null : await readMark(id, context)
  const of = { competitionId, organisationId }
  if (before) await context.rows.save('review.mark', before, values, { of })
  else await context.rows.create('review.mark', { assignmentId: id, roundId, competitionId, workId, userId, ...values }, { of })
  await rows.transition('review.assignmentLife', mark.state === 'submitted' ? 'submit' : 'abstain', id, { total: mark.total })
  await rows.removeWhere('platform.draft', { ownerId: userId, key: `review:${id}` })
  return revision
}

function readMark(assignmentId: string, { db }: HandlerContext) {
  return db
    .selectFrom('review_mark')
    .select(['id', 'state', 'formHash', 'answers', 'total', 'confidence', 'note', 'revision'])
    .where('assignmentId', '=', assignmentId)
    .executeTakeFirstOrThrow()
}
