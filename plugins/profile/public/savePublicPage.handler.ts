/** Switches the public profile on or off and chooses its parts; what is not sent stays. */
import { defineHandler } from '../../../runtime/core/contracts.ts'
import { newKey } from './newKey.ts'

export default defineHandler('profile.savePublicPage', async (choices, { rows, session }) => {
  const userId = session.userId!
  const own = await rows.find('profile.publicPage', { userId })
  if (own) {
    await rows.save('profile.publicPage', own, choices)
    return { key: own.key }
  }
  const key = newKey()
  await rows.put('profile.publicPage', ['userId'], { ...choices, userId, key })
  return { key }
})
