/** How many experts a reminder goes to, and what the first of them reads. */
import { defineHandler } from '../../../runtime/core/contracts.ts'
import { boardRound } from './boardRound.ts'
import { expertsToRemind, reminderWords } from './lateReminder.ts'

export default defineHandler('review.remindLatePreview', async (input, context) => {
  const round = await boardRound(input, context)
  const late = await expertsToRemind(round, context)
  const wordsFor = await reminderWords(round, context)
  const { subject, text } = context.messages.renderTemplate('review.late', wordsFor(late[0] ?? { name: '', open: 0 }))
  return { total: late.length, subject, text }
})
