/** Whether the group whose hat is worn runs the special partner contest. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { currentGroup } from './currentGroup.ts'
import { actingSetting } from './pageSetting.ts'

export default defineHandler('shell.lz', async (_, context) => {
  const { partner } = await actingSetting(context, await currentGroup(context))
  return { lz: partner }
})
