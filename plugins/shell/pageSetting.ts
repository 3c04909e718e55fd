/** Logo, theme and partner flag of a group's pages: the stored settings, and those in effect when some are not set. */
import type { HandlerContext, StoredFile } from '../../runtime/core/contracts.ts'
import type { AppliedSkin } from '../../runtime/core/skin/resolveSkin.ts'
import { appliedSkin, OWN } from './appliedSkin.ts'

/** The group that stands for the whole platform. */
export const PLATFORM_GROUP = '0'

/** Name under which the page settings of a competition are kept. */
export function competitionGroup(id: string): string {
  return `competition:${id}`
}

export interface StoredSetting {
  id: string
  groupId: string
  logo: StoredFile | string | null
  theme: string | null
  partner: boolean
  /** Host whose visitors see the group's pages. */
  domain: string | null
  previous: SettingValues | null
}
export type SettingValues = Pick<StoredSetting, 'logo' | 'theme' | 'partner' | 'domain'>
export const NOTHING_SET: SettingValues = { logo: null, theme: null, partner: false, domain: null }
/** The settings in effect. `logo`: stored file, address of a picture, or null for the platform's own sign. */
export interface PageSetting extends Omit<SettingValues, 'domain'> {
  groupId: string
  /** The theme as a whole, when it is one of the group's own. */
  skin: AppliedSkin | null
}

type Reader = Pick<HandlerContext, 'db' | 'platform' | 'documents'>

/** Null when nothing was ever set for the group. */
export async function readSetting({ db }: Pick<Reader, 'db'>, groupId: string): Promise<StoredSetting | null> {
  const columns = ['id', 'groupId', 'logo', 'theme', 'partner', 'domain', 'previous'] as const
  const row = await db.selectFrom('shell_setting').select(columns).where('groupId', '=', groupId).executeTakeFirst()
  return (row as StoredSetting | undefined) ?? null
}

/** Part by part: the group's own, its theme's own logo, that of the partner contest for its groups, the platform's. A theme that is gone counts as not set. */
export async function actingSetting(reader: Reader, groupId: string): Promise<PageSetting> {
  const own = await readSetting(reader, groupId)
  const common = groupId === PLATFORM_GROUP ? own : await readSetting(reader, PLATFORM_GROUP)
  const ownTheme = await appliedSkin(own?.theme ?? null, reader)
  const applied = ownTheme ?? (await appliedSkin(common?.theme ?? null, reader))
  const partnerTheme = own?.partner ? await appliedSkin(reader.documents.settings('shell.partner').theme, reader) : null
  const logo = own?.logo ?? ownTheme?.images.logo ?? partnerTheme?.images.logo ?? common?.logo ?? null
  return { groupId, logo, theme: applied?.id ?? null, partner: own?.partner ?? false, skin: applied?.id.startsWith(OWN) ? applied : null }
}
