/** Job: tells the followers of a competition of news, or of the competition itself those of its organiser and those whose saved search it meets. All in one transaction: a job that is tried
 *  again tells no one twice. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { searchersFor } from './searchersFor.ts'

declare module '../../runtime/core/contracts.ts' {
  interface JobTypes {
    'competition.tellFollowers': { competitionId: string; newsId?: string; page: string }
  }
}

export default defineHandler('competition.tellFollowers', async ({ competitionId, newsId, page }, { db, rows, messages }) => {
  const competition = await rows.get('competition.competition', competitionId)
  const { title, organisationId } = competition
  if (newsId) {
    const news = await rows.get('competition.news', newsId)
    const people = await rows.all('competition.follow', { competitionId })
    for (const { userId } of people)
      await messages.send('competition.newsForFollowers', { userId }, { competition: title, news: news.title, page })
    return { sent: people.length }
  }
  const { name } = await rows.get('organisation.organisation', organisationId)
  const people = await rows.all('organisation.follow', { organisationId })
  for (const { userId } of people)
    await messages.send('organisation.newCompetition', { userId }, { competition: title, organiser: name, page })
  const notified = new Set(people.map(({ userId }) => userId))
  const searchers = (await searchersFor(competition, db)).filter((userId) => !notified.has(userId))
  for (const userId of searchers) await messages.send('competition.foundNew', { userId }, { competition: title, page })
  return { sent: people.length + searchers.length }
})
