/** The page settings of this visit: of the group of the chosen identity, else of the group whose host is visited, and the skin of the competition or
 *  school that the page is about. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { competitionSkin, groupSkin } from './competitionSkin.ts'
import { currentGroup } from './currentGroup.ts'
import { groupOfHost } from './groupOfHost.ts'
import { actingSetting, PLATFORM_GROUP } from './pageSetting.ts'

export default defineHandler('shell.settingIndex', async ({ competitionId, schoolId }, context) => {
  const current = await currentGroup(context)
  const group = current === PLATFORM_GROUP ? await groupOfHost(context.request.headers.host as string | undefined, context) : null
  const acting = await actingSetting(context, group ?? current)
  const own = competitionId ? await competitionSkin(competitionId, context) : schoolId ? await groupSkin(schoolId, context) : null
  return {
    ...acting,
    logo: own?.images.logo ?? acting.logo,
    objectSkin: own ?? false,
    places: context.documents.settings('shell.places'),
  }
})
