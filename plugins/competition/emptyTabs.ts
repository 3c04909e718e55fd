/** Tabs of a competition's page that have nothing to show to visitors: no guide, no events, no news, no published ranking, lists of people and works that are not
 *  public or have no one in them. */
import type { HandlerContext } from '../../runtime/core/contracts.ts'
import { newsStatus, signupStatus } from '../generated/enums.ts'
import type { Competition } from './competition.ts'

export async function emptyTabs(row: Competition, { db, now }: Pick<HandlerContext, 'db' | 'now'>): Promise<ReadonlySet<string>> {
  const of = (table: 'competition_event' | 'competition_news' | 'ranking_list' | 'signup_registration' | 'work_work') =>
    db.selectFrom(table).select('id').where('competitionId', '=', row.id).limit(1)
  const registered = of('signup_registration').where('status', '=', signupStatus.registered)
  const isTeam = row.mode === 'team'
  const has: Record<string, boolean | Promise<object | undefined>> = {
    entryGuide: row.guide !== null,
    Points: of('competition_event').where('removedAt', 'is', null).executeTakeFirst(),
    player: row.playersPublic && !isTeam && registered.where('isTeam', '=', false).executeTakeFirst(),
    team: row.teamsPublic && (isTeam ? registered : registered.where('isTeam', '=', true)).executeTakeFirst(),
    dynamicState: of('competition_news')
      .where('status', '=', newsStatus.published)
      .where('removedAt', 'is', null)
      .where('publishedAt', '<=', now.toISOString())
      .executeTakeFirst(),
    rankingList: of('ranking_list').where('publishedVersion', 'is not', null).where('removedAt', 'is', null).executeTakeFirst(),
    worksShow: row.worksPublic && of('work_work').where('shown', '=', true).where('removedAt', 'is', null).executeTakeFirst(),
  }
  const found = await Promise.all(Object.entries(has).map(async ([id, any]) => [id, Boolean(await any)] as const))
  return new Set(found.filter(([, any]) => !any).map(([id]) => id))
}
