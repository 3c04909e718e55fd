/** The skin that a competition's public pages use: its own, else its organisation's. A competition that the person may not see has none. */
import type { HandlerContext } from '../../runtime/core/contracts.ts'
import { objectsWith } from '../../runtime/core/permissions.ts'
import type { AppliedSkin } from '../../runtime/core/skin/resolveSkin.ts'
import { appliedSkin } from './appliedSkin.ts'
import { competitionGroup, readSetting } from './pageSetting.ts'

/** @returns null when neither the competition nor its organisation applies a skin */
export async function competitionSkin(id: string, context: HandlerContext): Promise<AppliedSkin | null> {
  const row = await context.db
    .selectFrom('competition_competition')
    .select(['id', 'organisationId', 'published', 'deletedAt'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row || row.deletedAt !== null || !(row.published || manages(id, row.organisationId, context))) return null
  for (const group of [competitionGroup(id), row.organisationId]) {
    const found = await groupSkin(group, context)
    if (found) return found
  }
  return null
}

/** The skin that the public pages of an organisation use. */
export async function groupSkin(group: string, context: HandlerContext): Promise<AppliedSkin | null> {
  const setting = await readSetting(context, group)
  return appliedSkin(setting?.theme ?? null, context)
}

function manages(id: string, organisationId: string, { session }: HandlerContext): boolean {
  const competitions = objectsWith(session, 'editCompetition', 'competition')
  const organisations = objectsWith(session, 'editCompetition', 'organisation')
  return competitions === null || organisations === null || competitions.includes(id) || organisations.includes(organisationId)
}
