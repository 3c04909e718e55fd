/** The design of a competition's badges: a stored document for each competition that has its own. */
import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import type { PrintDocument } from '../../../runtime/core/documents.ts'
import { readVersions } from '../../certificate/template/ownTemplate.ts'
import type { Row } from '../../generated/tables.ts'

export type BadgeRow = Row<'checkin_badgeDesign'>
export const BADGE_ENTITY = 'checkin.badgeDesign'
/** Form whose fields are the values of badges, and the sheet that comes with the platform. */
export const BADGE = 'checkin.badge'

/** Documents of own badges begin with this. */
export function badgeDocumentId(rowId: string): string {
  return `own.badge.${rowId}`
}

/** Null while the competition has none of its own. */
export async function readBadge(competitionId: string, { db }: Pick<HandlerContext, 'db'>): Promise<BadgeRow | null> {
  const row = await db.selectFrom('checkin_badgeDesign').selectAll().where('competitionId', '=', competitionId).executeTakeFirst()
  return (row as BadgeRow | undefined) ?? null
}

/** The sheet on which badges of a competition are printed: its own once it is in use. */
export async function badgePrint(competitionId: string, context: HandlerContext): Promise<PrintDocument> {
  const row = await readBadge(competitionId, context)
  const published = row && (await readVersions(row, context)).published
  return published?.content ?? context.platform.get('print', BADGE)
}
