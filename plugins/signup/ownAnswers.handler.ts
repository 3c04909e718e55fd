/** The person's own answers; `signup.own` refuses any other row. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { readAnswers } from './readAnswers.ts'

export default defineHandler('signup.ownAnswers', async ({ id }, context) => {
  await context.call('signup.own', { id })
  return readAnswers(id, context, true)
})
