/** Changes of rank between the working version and the one before, for the organiser. */
import { defineHandler } from '../../../runtime/core/contracts.ts'
import { difference, pageOf } from './difference.ts'

export default defineHandler('ranking.managedDifference', async ({ id, ...page }, context) => {
  const { version } = await context.call('ranking.managed', { id })
  const moved = version === 1 ? [] : await difference(id, version - 1, version, context)
  return { from: version === 1 ? null : version - 1, to: version, ...pageOf(moved, page) }
})
