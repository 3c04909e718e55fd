/** The page settings of this visit: of the group whose hat is worn, and the skin of the competition that the page is about. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { competitionSkin } from '../skin/competitionSkin.ts'
import { currentGroup } from './currentGroup.ts'
import { actingSetting } from './pageSetting.ts'

export default defineHandler<{ competitionId?: string }>('shell.settingIndex', async ({ competitionId }, context) => {
  const acting = await actingSetting(context, await currentGroup(context))
  const own = competitionId ? await competitionSkin(competitionId, context) : null
  return { ...acting, logo: own?.images.logo ?? acting.logo, objectSkin: own ?? false }
})
