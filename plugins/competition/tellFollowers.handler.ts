/** Job: tells the followers of a competition of news, or those of its organiser of the competition itself. All in one transaction: a job that is tried
 *  again tells no one twice. */
import { defineHandler } from '../../runtime/core/contracts.ts'

declare module '../../runtime/core/contracts.ts' {
  interface JobTypes {
    'competition.tellFollowers': { competitionId: string; newsId?: string; page: string }
  }
}

export default defineHandler('competition.tellFollowers', async ({ competitionId, newsId, page }, { rows, messages }) => {
  const { title, organisationId } = await rows.get('competition.competition', competitionId)
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
  return { sent: people.length }
})
