/** Who designs skins, agreements and pages: those who hold the settings of the object; staff for the platform. */
import type { HandlerContext } from '../../runtime/core/contracts.ts'
import { designReach } from './designReach.ts'

/** The code of designing, on the object. */
export const DESIGN = 'manageSetCompetition'

/** Whether the person may design what is of a competition, an organisation or the platform. */
export async function mayDesign(
  place: { competitionId: string | null; organisationId: string | null },
  context: HandlerContext,
): Promise<boolean> {
  const { platform, competitions, organisations } = designReach(DESIGN, context)
  if (place.organisationId !== null) return organisations === null || organisations.includes(place.organisationId)
  if (place.competitionId === null) return platform
  if (competitions === null || competitions.includes(place.competitionId)) return true
  const row = await context.db
    .selectFrom('competition_competition')
    .select('organisationId')
    .where('id', '=', place.competitionId)
    .executeTakeFirst()
  return row !== undefined && (organisations === null || organisations.includes(row.organisationId))
}
