/** Who moved between the version that is worked on and the last one that was published, for the organiser. */
import { defineHandler } from '../../../runtime/core/contracts.ts'
import { difference } from './difference.ts'

const MOST = 500

export default defineHandler('ranking.managedDifference', async ({ id }, context) => {
  const { version } = await context.call<{ version: number }>('ranking.managed', { id })
  if (version === 1) return { from: null, to: 1, list: [], total: 0 }
  const moved = await difference(id, version - 1, version, context)
  return { from: version - 1, to: version, list: moved.slice(0, MOST), total: moved.length }
})
