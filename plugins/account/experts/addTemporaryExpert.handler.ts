/** Opens an expert's account with an end, on one competition. It has no password: one-time links open it. */
import { randomBytes } from 'node:crypto'
import { defineHandler } from '../../../runtime/core/contracts.ts'
import { giveGrant } from '../grants/giveGrant.ts'
import { objectName } from '../grants/identityOptions.ts'
import { codesBeyond } from '../grants/mayGrant.ts'
import { makeLink } from '../signIn/signInLink.ts'
import { EXPERT } from './expertGrants.ts'

export default defineHandler('account.addTemporaryExpert', async ({ competitionId, expiresAt, ...input }, context) => {
  const { now, rows, fail } = context
  const place = { scope: 'competition', objectId: competitionId }
  if ((await codesBeyond(['manageTemporaryExpert'], place, context)).length > 0) return fail('PERMISSION_DENIED')
  const end = new Date(expiresAt)
  if (end <= now) return fail('EXPERT_END')
  const values = { name: input.name.trim(), userName: `expert-${randomBytes(4).toString('hex')}`, expiresAt: end.toISOString() }
  const id = await rows.create('account.user', values)
  await giveGrant(context, { userId: id, role: EXPERT, ...place })
  const title = (await objectName(place.scope, place.objectId, context)) ?? ''
  const link = await makeLink(context, { userId: id, name: values.name, place: title, end, address: input.address ?? null })
  return { id, userName: values.userName, name: values.name, link }
})
