/** The own account with the profile: what the person told, masked where numbers are masked. */
import { defineHandler } from '../../../runtime/core/contracts.ts'
import { readProfile } from '../../profile/readProfile.ts'
import { readMe } from './readMe.ts'

export default defineHandler('account.me', async (_input, context) => {
  const me = await readMe(context)
  if (me === null) return null
  const isAdmin = context.session.grants.some(({ permission, scope }) => permission === 'managePlatform' && scope === null)
  return { ...(await readProfile(context)), ...me, idcardName: me.name, isAdmin }
})
