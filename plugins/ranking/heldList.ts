/** A ranking list, for those who manage it. Calls that change one declare its lock `ranking`; those that name something of it take it here. */
import type { HandlerContext } from '../../runtime/core/contracts.ts'
import type { Row } from '../generated/tables.ts'

export type RankingList = Row<'ranking_list'>

/**
 * The list as it is now; it cannot change when the document of the call takes its lock.
 * @throws NOT_FOUND also for a list of a competition where the person does not manage rankings
 */
export async function heldList(id: string, context: HandlerContext): Promise<RankingList> {
  await context.call('ranking.managed', { id })
  return (await readList(id, context)) ?? context.fail('NOT_FOUND', { entity: 'ranking.list', id })
}

/** The same for anyone who acts on the list by another right; null when there is none. Takes the lock. */
export async function lockedList(id: string, context: Pick<HandlerContext, 'db' | 'lock'>): Promise<RankingList | null> {
  await context.lock('ranking', id)
  return readList(id, context)
}

async function readList(id: string, { db }: Pick<HandlerContext, 'db'>): Promise<RankingList | null> {
  const row = await db.selectFrom('ranking_list').selectAll().where('id', '=', id).where('removedAt', 'is', null).executeTakeFirst()
  return (row as RankingList | undefined) ?? null
}

/**
 * The same, of a list whose lines may be written.
 * @throws NOT_FOUND; RANKING_LOCKED with what to do first
 */
export async function draftList(id: string, context: HandlerContext): Promise<RankingList> {
  const list = await heldList(id, context)
  if (list.state !== 'draft') refuseEdit(list, context)
  return list
}

/** @throws RANKING_LOCKED */
export function refuseEdit({ state, version, frozenVersion }: RankingList, { fail, platform, lang }: HandlerContext): never {
  const texts = platform.texts[lang]
  const seen = version <= frozenVersion ? 'published' : state
  return fail('RANKING_LOCKED', { version, state: texts[`ranking.standing.${seen}`], todo: texts[`ranking.todo.${seen}`] })
}

/** @throws RANKING_STATE unless the list is in one of the states */
export function assertState(
  { state }: RankingList,
  allowed: readonly RankingList['state'][],
  { fail, platform, lang }: HandlerContext,
): void {
  if (!allowed.includes(state)) fail('RANKING_STATE', { state: platform.texts[lang][`ranking.standing.${state}`] })
}
