import { defineHandler } from '../../../runtime/core/contracts.ts'

export default defineHandler('signup.tick', async ({ registrationId, itemId, ticked }, { rows, session, fail }) => {
  const { competitionId, organisationId } = await rows.get('signup.registration', registrationId)
  const item = await rows.find('signup.checkItem', { id: itemId, competitionId })
  if (!item) return fail('NOT_FOUND', { entity: 'signup.checkItem', id: itemId })
  if (ticked) {
    const values = { registrationId, itemId, competitionId, organisationId, userId: session.userId }
    await rows.createMissing('signup.check', ['registrationId', 'itemId'], [values])
  } else await rows.removeWhere('signup.check', { registrationId, itemId })
  return { ticked }
})
