/** A new address for the public profile of the person. */
import { defineHandler } from '../../../runtime/core/contracts.ts'
import { newKey } from './newKey.ts'

export default defineHandler('profile.renewPublicPage', async (_, { rows, session, fail }) => {
  const own = await rows.find('profile.publicPage', { userId: session.userId! })
  if (!own) return fail('NOT_FOUND', { entity: 'profile.publicPage', id: null })
  const key = newKey()
  await rows.save('profile.publicPage', own, { key })
  return { key }
})
