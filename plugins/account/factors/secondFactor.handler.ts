/** State of the person's own second factor. */
import { defineHandler } from '../../../runtime/core/contracts.ts'
import { confirmedFactor } from './secondFactor.ts'

export default defineHandler('account.secondFactor', async (_input, { db, session, people }) => {
  const userId = session.userId!
  const factor = await confirmedFactor(db, userId)
  const left = await db
    .selectFrom('account_recoveryCode')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('userId', '=', userId)
    .where('usedAt', 'is', null)
    .executeTakeFirstOrThrow()
  return {
    on: factor !== null,
    since: factor?.confirmedAt ?? null,
    required: await people.sessions.requiresSecondFactor(userId),
    recoveryLeft: Number(left.count),
  }
})
