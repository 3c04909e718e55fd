/** The page settings of this visit: of the group whose hat is worn. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { currentGroup } from './currentGroup.ts'
import { actingSetting } from './pageSetting.ts'

export default defineHandler('shell.settingIndex', async (_, context) => actingSetting(context, await currentGroup(context)))
