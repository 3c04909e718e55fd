import { defineHandler } from '../../../runtime/core/contracts.ts'
import { shownFiles } from '../blind/shownFiles.ts'
import { isBlind, ownAssignment } from './ownAssignment.ts'

/** Until a page asks again for copies that are being made. */
const AGAIN_MS = 3000

export default defineHandler('review.files', async ({ id }, context) => {
  const now = context.now.toISOString()
  const own = await ownAssignment(id, context)
  if (own.state === 'recused') return { now, at: null, files: [], preparing: false }
  const { userId, number, roundId, workId } = own
  const files = await shownFiles({ kind: 'assignment', id, userId, number, roundId, workId, isBlind: isBlind(own) }, context)
  const preparing = files.some(({ state }) => state === 'preparing')
  const at = preparing ? new Date(context.now.getTime() + AGAIN_MS).toISOString() : null
  return { now, at, files, preparing }
})
