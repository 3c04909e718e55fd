/** No copies are sent, with the reason. */
import { defineHandler } from '../../../runtime/core/contracts.ts'
import { settleMailing } from './settleMailing.ts'

export default defineHandler('certificate.refuseMailing', ({ id, reason }, context) =>
  settleMailing(id, { state: 'refused', reason }, context),
)
