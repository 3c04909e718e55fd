/** Votes, thumbs and comments of the demo: voting is open on the public works of one competition, its results come later. */

import { createRandom } from '../../plugins/demo/random.ts'
import { shownName } from '../../plugins/work/talk/shownName.ts'
import { scheduled } from './demoData.ts'
import type { SeedScope } from './SeedDatabase.ts'

const SEED = 20_261_124
const PER_PERSON = 3
const VOTERS = 60
const COMMENTS = [
  ...['材料和尺度都很克制，图也讲得清楚。', '想看看冬天的使用场景。', '细部处理得很好，收藏了。'],
  ...['The folding joint is clever. How is it locked?', '希望真的能在村里建起来。', '排版很舒服，故事完整。'],
]

export async function insertVotes({ db, now }: SeedScope, competitionId: string): Promise<void> {
  const random = createRandom(SEED)
  const { organisationId } = await db
    .selectFrom('competition_competition')
    .select('organisationId')
    .where('id', '=', competitionId)
    .executeTakeFirstOrThrow()
  const note = JSON.stringify({
    zh: '每人三票，每件作品一票；结果在投票结束后公布。',
    en: 'Three votes each, one per work. The results come after voting closes.',
  })
  const window = { opensAt: scheduled(now, -5), closesAt: scheduled(now, 12), resultsAt: scheduled(now, 13) }
  const rules = { who: 'signedIn', perPerson: PER_PERSON, perDay: null, perEvent: null, perNetwork: null, takeBack: true, note }
  await db
    .insertInto('vote_setting')
    .values({ competitionId, organisationId, ...window, ...rules })
    .execute()
  await db.updateTable('competition_competition').set({ commentRule: 'after' }).where('id', '=', competitionId).execute()
  const works = await db
    .selectFrom('work_work')
    .select(['id', 'eventId'])
    .where('competitionId', '=', competitionId)
    .where('shown', '=', true)
    .orderBy('id')
    .execute()
  const people = await db
    .selectFrom('account_user')
    .select(['id', 'name'])
    .where('state', '=', 'active')
    .orderBy('id')
    .limit(VOTERS)
    .execute()
  for (const [at, { id: userId, name }] of people.entries()) {
    const chosen = new Set(Array.from({ length: PER_PERSON }, () => random.pick(works)))
    for (const { id: workId, eventId } of chosen) {
      const castAt = new Date(now.getTime() - random.next() * 4 * 86_400_000).toISOString()
      const marks = { voter: `demo${userId}`, device: `demo${userId}`, network: `demo${at % 20}`, knownSince: scheduled(now, -200) }
      const vote = { competitionId, organisationId, workId, eventId, userId, day: castAt.slice(0, 10), castAt, state: 'counted', ...marks }
      await db.insertInto('vote_ballot').values(vote).execute()
      await db.insertInto('vote_change').values({ competitionId, workId, delta: 1 }).execute()
      if (random.chance(0.5)) await db.insertInto('work_thumb').values({ workId, competitionId, userId }).execute()
      if (random.chance(0.2))
        await db
          .insertInto('work_comment')
          .values({
            workId,
            competitionId,
            organisationId,
            userId,
            name: shownName({ id: userId, name: name ?? '', nickname: null }),
            text: random.pick(COMMENTS),
            state: 'shown',
            writtenAt: castAt,
            toldAt: castAt,
          })
          .execute()
    }
  }
}
