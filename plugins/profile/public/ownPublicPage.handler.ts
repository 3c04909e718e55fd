/** What the person chose for the public profile; everything is off before. */
import { defineHandler } from '../../../runtime/core/contracts.ts'

export default defineHandler('profile.ownPublicPage', async (_, { rows, session }) => {
  const userId = session.userId!
  const { nickname } = await rows.get('account.user', userId)
  const own = await rows.find('profile.publicPage', { userId })
  const { isOn = false, showsName = false, showsSchool = false, showsAwards = false, showsWorks = false, showsFigures = false } = own ?? {}
  return { key: own?.key ?? null, nickname: nickname ?? null, isOn, showsName, showsSchool, showsAwards, showsWorks, showsFigures }
})
