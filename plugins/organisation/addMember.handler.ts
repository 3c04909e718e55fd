/** Adds someone, by username, phone or email, to an organisation: immediately when the asker may see the account, else by an offer. */

import { defineHandler } from '../../runtime/core/contracts.ts'
import { placeName } from '../account/grants/place.ts'
import { offer } from '../account/offers/offer.ts'
import { receiverOf } from '../account/offers/receiver.ts'

export default defineHandler('organisation.addMember', async ({ organisationId, account, position = null }, context) => {
  const { call, rows, text, fail } = context
  const found = await receiverOf(account, context)
  if (found === 'unknown') return fail('NOT_FOUND', { entity: 'account.user', id: account })
  if (found !== 'hidden' && (await rows.find('organisation.member', { organisationId, userId: found.id }))) return fail('MEMBER_EXISTS')
  if (found !== 'hidden') return { ...(await call('organisation.join', { organisationId, userId: found.id, position })), offered: false }
  const place = { scope: 'organisation', objectId: organisationId }
  const id = await offer(
    {
      gives: 'organisation.join',
      input: { organisationId, position },
      key: organisationId,
      account,
      what: text('organisation.membership'),
      place,
      placeName: await placeName(place, context),
    },
    context,
  )
  return { id, offered: true }
})
