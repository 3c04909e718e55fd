/** An expert abstains from a work. Earlier marks are removed; the log keeps them. */
import { defineHandler } from '../../../runtime/core/contracts.ts'
import { publishedHash } from '../../studio/publishedHash.ts'
import { markable } from './markable.ts'
import { neighbours } from './neighbours.ts'
import { storeMark } from './storeMark.ts'

export default defineHandler('review.abstain', async ({ id, reason, revision: seen }, context) => {
  const own = await markable(id, seen, context)
  const formHash = (await publishedHash(own.sheetId, context)) ?? ''
  const mark = { state: 'abstained', formHash, answers: {}, total: null, confidence: null, note: reason ?? null } as const
  const revision = await storeMark(own, mark, context)
  const { nextOpen } = await neighbours(own, context)
  return { id, state: 'abstained', revision, nextOpen }
})
