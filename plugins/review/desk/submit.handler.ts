/** An expert submits marks, or changes them. */
import { defineHandler } from '../../../runtime/core/contracts.ts'
import { publishedHash } from '../../studio/publishedHash.ts'
import { markable } from './markable.ts'
import { neighbours } from './neighbours.ts'
import { sheetResult } from './sheetResult.ts'
import { storeMark } from './storeMark.ts'

export default defineHandler('review.submit', async ({ id, formHash, answers: given, revision: seen }, context) => {
  const own = await markable(id, seen, context)
  const previous = await context.db
    .selectFrom('review_mark')
    .select(['formHash', 'answers', 'state'])
    .where('assignmentId', '=', id)
    .executeTakeFirst()
  // marks stay at the version of the sheet that they were first given with
  const hash = previous?.state === 'submitted' ? previous.formHash : await publishedHash(own.sheetId, context)
  if (hash === null || hash !== formHash) return context.fail('FORM_CHANGED', { hash })
  const kept = previous?.state === 'submitted' ? (previous.answers as Record<string, unknown>) : undefined
  const { answers } = await context.documents.forms.submit({ hash }, given, { eventId: own.eventId, event: own.event.zh }, kept)
  const { total, confidence } = await sheetResult(hash, answers, context)
  const revision = await storeMark(own, { state: 'submitted', formHash: hash, answers, total, confidence, note: null }, context)
  const { nextOpen } = await neighbours(own, context)
  return { id, state: 'submitted', total, revision, nextOpen }
})
