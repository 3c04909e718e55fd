/** Makes an account a member of an organisation, unless it is one. Gives no right but what others awarded to the organisation as a whole. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { spreadAwards } from '../account/grants/awards.ts'

export default defineHandler('organisation.join', async ({ organisationId, userId, position = null }, context) => {
  const { rows } = context
  const known = await rows.find('organisation.member', { organisationId, userId })
  if (known) return { id: known.id }
  const id = await rows.create('organisation.member', { organisationId, userId, position })
  await spreadAwards({ organisationId, userId }, context)
  return { id }
})
