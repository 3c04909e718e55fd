/** Whether there is a contract to download for a work. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { currentAgreement } from './currentAgreement.ts'

export default defineHandler('agreement.contractOf', async ({ workId }, context) => {
  const template = await currentAgreement('contract', { workId }, context.session.userId!, context)
  return { total: template ? 1 : 0 }
})
