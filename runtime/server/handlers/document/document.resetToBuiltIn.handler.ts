/** Removes a published document: the built-in one is used again, or there is none any more. */
import { defineHandler } from '../../../core/contracts.ts'
import { resetRecorded } from '../../documents/resetRecorded.ts'

export default defineHandler('platform.document.resetToBuiltIn', async ({ kind, id, confirmed }, context) => {
  await resetRecorded([{ kind, id }], confirmed, context)
  return null
})
