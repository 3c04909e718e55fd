/** How many experts a reminder goes to, and what the first of them reads. */
import { defineHandler } from '../../../runtime/core/contracts.ts'
import { invitingCompetition } from './panel.ts'
import { taskWords } from './taskWords.ts'
import { waitingExperts } from './waitingExperts.ts'

/** Stands where each expert finds a link of their own. */
const LINK = '/judgingInvitation?invitation=…'

export default defineHandler('review.remindPreview', async ({ competitionId }, context) => {
  const waiting = await waitingExperts(competitionId, context)
  const { title, organisation } = await invitingCompetition(competitionId, context)
  const task = waiting[0] ? await taskWords(waiting[0], context) : { zh: '', en: '' }
  const { subject, text } = context.messages.renderTemplate('review.reminder', {
    ...{ name: waiting[0]?.name ?? '', titleZh: title.zh, titleEn: title.en, byZh: organisation.zh, byEn: organisation.en },
    ...{ taskZh: task.zh, taskEn: task.en },
    address: `${context.site}${LINK}`,
  })
  return { total: waiting.length, subject, text }
})
