/** The page settings of a group; what it has not set comes from the platform. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { actingSetting } from './pageSetting.ts'

export default defineHandler('shell.settingGroup', ({ groupId }, context) => actingSetting(context, groupId))
