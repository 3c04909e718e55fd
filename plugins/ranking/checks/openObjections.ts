/** Objections to a list that wait for an answer, and whether authors can still raise some. */
import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import { momentText } from '../../audit/valueText.ts'
import type { RankingList } from '../heldList.ts'

const DAY = 86_400_000

/** Names of the entrants who objected, oldest first. */
export async function openObjections({ id, state }: RankingList, { db }: HandlerContext): Promise<string[]> {
  if (state === 'draft') return []
  const rows = await db
    .selectFrom('ranking_objection as o')
    .innerJoin('signup_registration as r', 'r.id', 'o.registrationId')
    .select('r.displayName')
    .where('o.listId', '=', id)
    .where('o.state', '=', 'open')
    .orderBy('o.raisedAt')
    .orderBy('o.id')
    .execute()
  return rows.map(({ displayName }) => displayName)
}

/** Days that are left to object, with the moment at which it ends; null: the time is over, or has not begun. */
export function openWindow(
  { state, objectionsUntil }: RankingList,
  { now, platform, lang }: HandlerContext,
): { days: number; until: string } | null {
  if (state !== 'provisional' || objectionsUntil === null) return null
  const left = Date.parse(objectionsUntil) - now.getTime()
  return left <= 0 ? null : { days: Math.ceil(left / DAY), until: momentText(objectionsUntil, platform, lang) }
}
