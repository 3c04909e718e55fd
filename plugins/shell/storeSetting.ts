/** Writes page settings and tells the audit log. */
import type { HandlerContext, StoredFile } from '../../runtime/core/contracts.ts'
import type { SettingValues, StoredSetting } from './pageSetting.ts'

/** @param previous what undoing goes back to; null: nothing to undo */
export async function storeSetting(
  context: HandlerContext,
  {
    groupId,
    before,
    after,
    previous,
  }: { groupId: string; before: StoredSetting | null; after: SettingValues; previous: SettingValues | null },
): Promise<void> {
  const values = { logo: after.logo as StoredFile | null, theme: after.theme, partner: after.partner, domain: after.domain, previous }
  if (before) await context.rows.save('shell.setting', before, values, { of: { groupId } })
  else await context.rows.create('shell.setting', { groupId, ...values })
}

/** The part of a row that undoing brings back. */
export function valuesOf({ logo, theme, partner, domain }: SettingValues): SettingValues {
  return { logo, theme, partner, domain }
}
