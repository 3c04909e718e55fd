/** Reminds late experts. Refused when their number is no longer the one that was shown, so that everyone who is reminded was seen before. */
import { defineHandler } from '../../../runtime/core/contracts.ts'
import { heldRound } from './boardRound.ts'
import { expertsToRemind, reminderWords } from './lateReminder.ts'

export default defineHandler('review.remindLate', async ({ total, ...named }, context) => {
  const { db, fail, now } = context
  const round = await heldRound(named, context)
  const late = await expertsToRemind(round, context)
  if (late.length === 0) return fail('NOBODY_TO_SEND')
  if (late.length !== total) return fail('REVIEW_LATE_CHANGED', { total: late.length })
  const wordsFor = await reminderWords(round, context)
  const userIds = late.map(({ userId }) => userId)
  const emails = await db.selectFrom('account_user').select(['id', 'email']).where('id', 'in', userIds).execute()
  for (const expert of late) {
    const words = wordsFor(expert)
    await context.messages.send('review.late', { userId: expert.userId }, words)
    const address = emails.find(({ id }) => id === expert.userId)?.email
    if (address) await context.messages.send('review.lateMail', { userId: expert.userId, address }, words)
  }
  const remindedAt = now.toISOString()
  await context.rows.saveWhere('review.assignment', { roundId: round.id, userId: userIds, state: 'assigned' }, { remindedAt })
  const { id, organisationId, competitionId } = round
  await context.rows.record({
    entity: 'review.round',
    rowId: id,
    before: null,
    after: { reminded: userIds, organisationId, competitionId },
  })
  return { total: late.length }
})
