/** Removes published documents together, all or none: what they name of each other is no hindrance. */
import { defineHandler } from '../../../core/contracts.ts'
import { parseNames } from '../../documents/parseNames.ts'
import { resetRecorded } from '../../documents/resetRecorded.ts'

export default defineHandler('platform.document.resetManyToBuiltIn', async ({ documents, confirmed }, context) => {
  await resetRecorded(parseNames(documents), confirmed, context)
  return null
})
