import { defineHandler } from '../../runtime/core/contracts.ts'
import { readWork } from './readWork.ts'

export default defineHandler('work.ownAnswers', async ({ id }, context) => {
  await context.call('work.own', { id })
  return readWork(id, context, true)
})
