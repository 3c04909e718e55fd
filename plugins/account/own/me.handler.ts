/** The person's own account and profile, with masked numbers. */
import { defineHandler } from '../../../runtime/core/contracts.ts'
import { readProfile } from '../../profile/readProfile.ts'
import { readMe } from './readMe.ts'

export default defineHandler('account.me', async (_input, context) => {
  const me = await readMe(context)
  if (me === null) return null
  const isAdmin = context.session.grants.some(({ permission, scope }) => permission === 'managePlatform' && scope === null)
  const { email: contactEmail = null, ...profile } = await readProfile(context)
  return { ...profile, contactEmail: contactEmail as string | null, ...me, idcardName: me.name, isAdmin }
})
