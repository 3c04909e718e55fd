import { defineHandler } from '../../runtime/core/contracts.ts'
import { authoredWorks } from './authors.ts'

export default defineHandler('work.ofRegistration', async ({ registrationId }, context) => {
  const list = await authoredWorks({ registrationId }, context)
  return { list, total: list.length }
})
