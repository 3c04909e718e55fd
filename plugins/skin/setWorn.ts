import type { HandlerContext } from '../../runtime/core/contracts.ts'
import { NOTHING_SET, readSetting } from '../shell/pageSetting.ts'
import { storeSetting, valuesOf } from '../shell/storeSetting.ts'
import { groupOf, type SkinRow } from './skin.ts'

/** Writes into the page settings of what the skin is for that it is worn, or (null) that it no longer is; another one that is worn stays. */
export async function setWorn(row: SkinRow, theme: string | null, context: HandlerContext): Promise<void> {
  const groupId = groupOf(row)
  await context.lock('pageSetting', groupId)
  const before = await readSetting(context, groupId)
  if ((before?.theme ?? null) === theme || (theme === null && before?.theme !== row.documentId)) return
  const previous = before ? valuesOf(before) : NOTHING_SET
  await storeSetting(context, { groupId, before, after: { ...previous, theme }, previous })
}
