/** Page settings as staff edit them: the values in effect, which of them are the group's own, and whether there is a change to undo. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { actingSetting, readSetting } from './pageSetting.ts'

export default defineHandler('shell.settingEdit', async ({ groupId }, context) => {
  const own = await readSetting(context, groupId)
  const facts = { ownLogo: Boolean(own?.logo), ownTheme: Boolean(own?.theme), canUndo: own?.previous != null, domain: own?.domain ?? null }
  return { ...(await actingSetting(context, groupId)), ...facts }
})
