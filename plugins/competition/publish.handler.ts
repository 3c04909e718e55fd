/** Makes a competition public. Publishing what is public already changes nothing. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { assertPublishable } from './assertPublishable.ts'
import { changeCompetition, lockCompetition } from './competition.ts'

export default defineHandler('competition.publish', async ({ competitionId }, context) => {
  const row = await lockCompetition(context, competitionId)
  if (row.published) return { id: row.id, revision: row.revision }
  await assertPublishable(row, context)
  return changeCompetition(context, row, { published: true, publishedAt: row.publishedAt ?? context.now.toISOString() })
})
