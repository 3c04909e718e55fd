import type { HandlerContext } from '../../runtime/core/contracts.ts'
import { NOTHING_SET, readSetting } from '../shell/pageSetting.ts'
import { storeSetting, valuesOf } from '../shell/storeSetting.ts'
import { groupOf, type SkinRow } from './skin.ts'

/** Applies a skin to its object by writing the object's page settings. With null it stops using this skin; another applied skin stays. */
export async function setApplied(row: SkinRow, theme: string | null, context: HandlerContext): Promise<void> {
  const groupId = groupOf(row)
  await context.lock('pageSetting', groupId)
  const before = await readSetting(context, groupId)
  if ((before?.theme ?? null) === theme || (theme === null && before?.theme !== row.documentId)) return
  const previous = before ? valuesOf(before) : NOTHING_SET
  await storeSetting(context, { groupId, before, after: { ...previous, theme }, previous })
}
