/** Gives a role on an organisation or a competition to an account. No one gives permissions that they do not hold there. */
import { defineHandler } from '../../../runtime/core/contracts.ts'
import { assertMayGive } from './assertMayGive.ts'
import { giveOrProlong } from './giveOrProlong.ts'

export default defineHandler('account.giveRole', async ({ userId, role, organisationId, competitionId, until }, context) => {
  const place = competitionId
    ? { scope: 'competition', objectId: competitionId }
    : organisationId
      ? { scope: 'organisation', objectId: organisationId }
      : context.fail('ROLE_SCOPE')
  await assertMayGive(role, place, context)
  const { id } = await giveOrProlong(context, { userId, role, ...place, until: until ?? null })
  return { id }
})
