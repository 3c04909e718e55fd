import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import type { LocalText } from '../../../runtime/core/documents.ts'

/** Titles of the events of a competition by id, also of removed ones. */
export async function eventTitles(competitionId: string, { db }: Pick<HandlerContext, 'db'>): Promise<Map<string, LocalText>> {
  const rows = await db.selectFrom('competition_event').select(['id', 'title']).where('competitionId', '=', competitionId).execute()
  return new Map(rows.map(({ id, title }) => [id, title as LocalText]))
}
