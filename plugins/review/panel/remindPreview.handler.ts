/** How many experts a reminder goes to, and what the first of them reads. */
import { defineHandler } from '../../../runtime/core/contracts.ts'
import { invitingCompetition } from './panel.ts'
import { waitingExperts } from './waitingExperts.ts'

/** Stands where each expert finds a link of their own. */
const LINK = '/judgingInvitation?invitation=…'

export default defineHandler('review.remindPreview', async ({ competitionId }, context) => {
  const waiting = await waitingExperts(competitionId, context)
  const { title, organisation } = await invitingCompetition(competitionId, context)
  const { subject, text } = context.messages.words('review.reminder', {
    ...{ name: waiting[0]?.name ?? '', titleZh: title.zh, titleEn: title.en, byZh: organisation.zh, byEn: organisation.en },
    address: `${context.site}${LINK}`,
  })
  return { total: waiting.length, subject, text }
})
