/** The job that tells the people of each registration on a list their result: all members of a team, its instructors among them. */
import { sql } from 'kysely'
import { defineHandler, type HandlerContext, type JobTypes } from '../../../runtime/core/contracts.ts'
import type { LocalText } from '../../../runtime/core/documents.ts'
import { wordsFor } from '../../../runtime/core/knownNames.ts'
import { joinTitles } from '../../audit/joinTitles.ts'
import { momentText } from '../../audit/valueText.ts'
import { type Result, resultText } from '../resultText.ts'

declare module '../../../runtime/core/contracts.ts' {
  interface JobTypes {
    'ranking.tellAuthors': { listId: string; version: number; news: 'provisional' | 'published' }
  }
}

interface NotifiedResult extends Result {
  userId: string
  name: string
}

export default defineHandler('ranking.tellAuthors', async ({ listId, version, news }, context) => {
  const { db, platform } = context
  const list = await db.selectFrom('ranking_list').selectAll().where('id', '=', listId).where('removedAt', 'is', null).executeTakeFirst()
  const holds = news === 'published' ? list?.publishedVersion === version : list?.state === 'provisional' && list.version === version
  if (!list || !holds) return { told: 0 }
  const same = await sameWords(list, news, context)
  const notified = await linesWithPeople(listId, version, context)
  for (const { userId, name, ...result } of notified) {
    const words = { ...same, name, result: resultText(result, platform, 'zh'), resultEn: resultText(result, platform, 'en') }
    const template = `ranking.${news}` as const
    await context.messages.send(template, { userId }, wordsFor(template, words, platform))
  }
  return { told: notified.length }
})

async function linesWithPeople(listId: string, version: number, { db }: HandlerContext): Promise<NotifiedResult[]> {
  const { rows } = await sql<NotifiedResult>`
    SELECT person."userId"::text AS "userId", a.name, a.rank, a.prize, a."prizeName", a.score FROM ranking_award a
    JOIN LATERAL (
      SELECT r."userId" FROM signup_registration r WHERE r.id = a."registrationId"
      UNION SELECT m."userId" FROM team_member m WHERE m."registrationId" = a."registrationId" AND m.state = 'active'
    ) person ON true
    WHERE a."listId" = ${listId} AND a.version = ${version} ORDER BY a.position, a.id, person."userId"`.execute(db)
  return rows
}

async function sameWords(
  list: { id: string; competitionId: string; title: LocalText; objectionsUntil: string | null },
  news: JobTypes['ranking.tellAuthors']['news'],
  { platform, site, rows }: HandlerContext,
): Promise<Record<string, string>> {
  const { title } = await rows.get('competition.competition', list.competitionId)
  const { zh, en } = joinTitles(title as LocalText, list.title)
  if (news === 'published') {
    const query = new URLSearchParams({ competitionId: list.competitionId, rankingId: list.id })
    return { title: zh, titleEn: en, address: `${site}/details/rankingList?${query}` }
  }
  const until = list.objectionsUntil ?? ''
  const words = { until: momentText(until, platform, 'zh'), untilEn: momentText(until, platform, 'en') }
  return { title: zh, titleEn: en, ...words, address: `${site}/personalCenter/credential?tab=results` }
}
