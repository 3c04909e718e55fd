/** The form that each member fills for themselves; a competition may have none. */
import type { HandlerContext } from '../../runtime/core/contracts.ts'
import { publishedHash } from '../studio/publishedHash.ts'

/** Hash of the version that is filled now; null when members are asked nothing. */
export async function memberFormHash(competitionId: string, context: HandlerContext): Promise<string | null> {
  const row = await context.db
    .selectFrom('competition_competition')
    .select('memberFormId')
    .where('id', '=', competitionId)
    .executeTakeFirst()
  return publishedHash(row?.memberFormId, context)
}
