/** Answers for the organiser; `signup.manage` refuses rows of other organisations. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { readAnswers } from './readAnswers.ts'

export default defineHandler('signup.manageAnswers', async ({ id }, context) => {
  await context.call('signup.manage', { id })
  return readAnswers(id, context)
})
