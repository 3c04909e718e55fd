import { defineHandler } from '../../../runtime/core/contracts.ts'
import { keepLook } from './keepLook.ts'

export default defineHandler('signup.look', async ({ id }, context) => {
  await context.lock('registration', id)
  await keepLook(await context.rows.get('signup.registration', id), context.session.userId, context)
  return { id }
})
