/** A registration is sent back: what comes back is compared with what it holds now, also by who decided. */
import { defineHandler } from '../../../runtime/core/contracts.ts'
import type { Row } from '../../generated/tables.ts'
import { keepLook } from './keepLook.ts'

export default defineHandler('signup.atSentBack', async ({ row }, context) => {
  const registration = row as Row<'signup_registration'>
  await keepLook(registration, null, context)
  if (context.session.userId !== null) await keepLook(registration, context.session.userId, context)
})
