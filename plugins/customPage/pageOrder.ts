/** The order of a competition's pages. Two who change it at the same time wait for each other. */
import type { HandlerContext } from '../../runtime/core/contracts.ts'

/** Position behind the last page. */
export async function nextPosition(competitionId: string, { db, lock }: HandlerContext): Promise<number> {
  await lock('customPageOrder', competitionId)
  const rows = await db.selectFrom('customPage_page').select('position').where('competitionId', '=', competitionId).execute()
  return rows.reduce((next, { position }) => Math.max(next, Number(position) + 1), 0)
}
