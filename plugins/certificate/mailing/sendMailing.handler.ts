/** The copies are on their way, with a tracking number. */
import { defineHandler } from '../../../runtime/core/contracts.ts'
import { settleMailing } from './settleMailing.ts'

export default defineHandler('certificate.sendMailing', ({ id, tracking }, context) =>
  settleMailing(id, { state: 'sent', tracking }, context),
)
