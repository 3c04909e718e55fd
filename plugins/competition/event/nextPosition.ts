/** Position behind the last event of a competition. Two who add at the same time wait for each other. */
import type { HandlerContext } from '../../../runtime/core/contracts.ts'

/** @returns an integer larger than every position in use */
export async function nextPosition(competitionId: string, { db, lock }: HandlerContext): Promise<number> {
  await lock('eventOrder', competitionId)
  const rows = await db.selectFrom('competition_event').select('position').where('competitionId', '=', competitionId).execute()
  return rows.reduce((next, { position }) => Math.max(next, Number(position) + 1), 0)
}
