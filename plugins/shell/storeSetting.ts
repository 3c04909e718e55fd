/** Writes page settings and tells the operation log. */
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
  const row = before
    ? await context.db.updateTable('shell_setting').set(values).where('id', '=', before.id).returning('id').executeTakeFirstOrThrow()
    : await context.db
        .insertInto('shell_setting')
        .values({ groupId, ...values })
        .returning('id')
        .executeTakeFirstOrThrow()
  await context.record({ entity: 'shell.setting', rowId: row.id, before: before && valuesOf(before), after: { groupId, ...after } })
}

/** The part of a row that undoing brings back. */
export function valuesOf({ logo, theme, partner, domain }: SettingValues): SettingValues {
  return { logo, theme, partner, domain }
}
