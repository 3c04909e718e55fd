/** The form that each member fills for themselves; a competition may have none. */
import type { HandlerContext } from '../../runtime/core/contracts.ts'

/** Hash of the version that is filled now; null when members are asked nothing. */
export async function memberFormHash(competitionId: string, { db, documents }: HandlerContext): Promise<string | null> {
  const row = await db.selectFrom('competition_competition').select('memberFormId').where('id', '=', competitionId).executeTakeFirst()
  if (!row?.memberFormId) return null
  return (await documents.published('form', row.memberFormId))?.hash ?? null
}
