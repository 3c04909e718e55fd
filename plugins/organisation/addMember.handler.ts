/** Adds an account, by username, phone or email, to an organisation. Gives no right but what others awarded to the organisation as a whole. */

import { defineHandler } from '../../runtime/core/contracts.ts'
import { normaliseAccount } from '../../runtime/core/values/normaliseText.ts'
import { findAccount } from '../account/accounts/findAccount.ts'
import { spreadAwards } from '../empowerment/awards.ts'

export default defineHandler('organisation.addMember', async ({ organisationId, account, position }, context) => {
  const { db, rows, fail } = context
  const found = await findAccount(db, normaliseAccount(account))
  if (!found) return fail('NOT_FOUND', { entity: 'account.user', id: account })
  const values = { organisationId, userId: found.id, position: position ?? null }
  const id = await rows.create('organisation.member', values)
  await spreadAwards({ organisationId, userId: found.id }, context)
  return { id }
})
