/** Undoes the last change of a group's page settings. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { actingSetting, readSetting } from './pageSetting.ts'
import { storeSetting, valuesOf } from './storeSetting.ts'

export default defineHandler('shell.settingUndo', async ({ groupId }, context) => {
  await context.lock('pageSetting', groupId)
  const before = await readSetting(context, groupId)
  if (!before?.previous) return context.fail('NOTHING_TO_UNDO')
  await storeSetting(context, { groupId, before, after: { ...valuesOf(before), ...before.previous }, previous: null })
  return actingSetting(context, groupId)
})
