/** Which agreements the asker has still to accept for a purpose. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { missingAgreement } from './currentAgreement.ts'

export default defineHandler('agreement.auth', async ({ purpose, ...place }, context) => {
  const missing = await missingAgreement(purpose, place, context)
  return { ok: missing === null, missing: missing ? [missing] : [] }
})
