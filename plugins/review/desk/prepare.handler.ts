import { defineHandler } from '../../../runtime/core/contracts.ts'
import { missingCopies } from '../blind/missingCopies.ts'
import { isBlind, ownAssignment } from './ownAssignment.ts'

export default defineHandler('review.prepare', async ({ id }, context) => {
  const own = await ownAssignment(id, context)
  if (!isBlind(own) || own.state === 'recused') return { waiting: 0 }
  const missing = await missingCopies([own.workId], context)
  if (missing.length > 0) await context.jobs.enqueue('review.clean', { workIds: missing })
  return { waiting: missing.length }
})
