/** Creates a link. Where its round hides anything, the copies for it are made immediately. */
import { defineHandler } from '../../../runtime/core/contracts.ts'
import { MS_PER_DAY } from '../../../runtime/core/time.ts'
import { missingCopies } from '../blind/missingCopies.ts'
import { isBlind } from '../desk/ownAssignment.ts'
import { readRound } from '../round.ts'
import { shareAddress, sharedPool } from './shareLink.ts'

export default defineHandler('review.makeShare', async ({ competitionId, roundId, registrationId = null, name, days }, context) => {
  const round = await readRound(roundId, context)
  if (round.competitionId !== competitionId) return context.fail('NOT_FOUND', { entity: 'review.round', id: roundId })
  if (registrationId !== null) {
    const found = await context.db
      .selectFrom('signup_registration')
      .select('competitionId')
      .where('id', '=', registrationId)
      .executeTakeFirst()
    if (found?.competitionId !== competitionId) return context.fail('NOT_FOUND', { entity: 'signup.registration', id: registrationId })
  }
  const expiresAt = new Date(context.now.getTime() + days * MS_PER_DAY).toISOString()
  const { organisationId } = round
  const id = await context.rows.create('review.share', { competitionId, organisationId, roundId, registrationId, name, expiresAt })
  if (isBlind(round)) {
    const missing = await missingCopies((await sharedPool(id, context)).workIds, context)
    if (missing.length > 0) await context.jobs.enqueue('review.clean', { workIds: missing })
  }
  return { id, address: await shareAddress(id, registrationId, context) }
})
