/** Removes published documents together, all or none: what they name of each other is no hindrance. */
import { defineHandler } from '../../../core/contracts.ts'
import { parseNames } from '../../documents/parseNames.ts'
import { takeBackRecorded } from '../../documents/takeBackRecorded.ts'

export default defineHandler('platform.document.takeBackMany', async ({ documents, confirmed }, context) => {
  await takeBackRecorded(parseNames(documents), confirmed, context)
  return null
})
