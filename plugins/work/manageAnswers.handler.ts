import { defineHandler } from '../../runtime/core/contracts.ts'
import { readWork } from './readWork.ts'

export default defineHandler('work.manageAnswers', async ({ id }, context) => {
  await context.call('work.manage', { id })
  return readWork(id, context)
})
