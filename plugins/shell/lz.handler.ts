/** Whether the group of the chosen identity runs the special partner competition. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { currentGroup } from './currentGroup.ts'
import { actingSetting } from './pageSetting.ts'

export default defineHandler('shell.lz', async (_, context) => {
  const { partner } = await actingSetting(context, await currentGroup(context))
  return { lz: partner }
})
