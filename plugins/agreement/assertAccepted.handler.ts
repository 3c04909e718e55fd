/** Refuses people who have not accepted the current agreement; the error brings its text. Calls name it in `requires`. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { missingAgreement } from './currentAgreement.ts'

export default defineHandler('agreement.assertAccepted', async ({ purpose, ...place }, context) => {
  const missing = await missingAgreement(purpose, place, context)
  return missing ? context.fail('AGREEMENT_MISSING', { ...missing }) : null
})
