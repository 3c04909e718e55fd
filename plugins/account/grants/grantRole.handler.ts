/** Gives a role to a person: everywhere, or on one organisation or competition. No one can give permissions that they do not hold there. */

import { defineHandler, type HandlerContext, type HandlerInput } from '../../../runtime/core/contracts.ts'
import { maySee, receiverOf } from '../offers/receiver.ts'
import { assertMayGive } from './assertMayGive.ts'
import { giveGrant } from './giveGrant.ts'
import { offerRole } from './offerRole.ts'

export default defineHandler('account.grantRole', async (input, context) => {
  const { rows, fail } = context
  const scope = input.scope === 'platform' ? null : (input.scope ?? null)
  const objectId = scope === 'organisation' ? input.organisationId : input.competitionId
  const place = scope && objectId ? { scope, objectId } : null
  if (scope && !place) return fail('ROLE_SCOPE')
  const { role } = await assertMayGive(input.role, place, context)
  const account = await receiver(input, context)
  // roles of the whole platform are given by name to those who can be looked up alone
  if (account === 'hidden' && place) return { id: await offerRole(input.account!, { role, until: null }, place, context), offered: true }
  if (typeof account === 'string') return fail('NOT_FOUND', { entity: 'account.user', id: input.userId ?? input.account ?? '' })
  const values = { userId: account.id, role, scope: place?.scope ?? null, objectId: place?.objectId ?? null }
  if (await rows.find('account.grant', values)) return fail('GRANT_EXISTS')
  return { id: await giveGrant(context, values), offered: false }
})

async function receiver({ userId, account = '' }: HandlerInput<'account.grantRole'>, context: HandlerContext) {
  if (userId === undefined) return receiverOf(account, context)
  const open = context.db.selectFrom('account_user').select('id').where('id', '=', userId).where('state', '!=', 'closed')
  return (await maySee(userId, context)) ? ((await open.executeTakeFirst()) ?? 'unknown') : 'unknown'
}
