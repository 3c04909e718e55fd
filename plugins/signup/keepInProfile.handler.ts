/** Stores chosen answers of a registration in the profile of the person who gave them. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { storeProfile } from '../profile/storeProfile.ts'
import { profileGaps } from './profileGaps.ts'

export default defineHandler('signup.keepInProfile', async ({ id, fields }, context) => {
  const gaps = (await profileGaps(id, context)).filter(({ field }) => fields.includes(field))
  if (gaps.length > 0) await storeProfile(context, Object.fromEntries(gaps.map(({ field, value }) => [field, value])))
  return null
})
