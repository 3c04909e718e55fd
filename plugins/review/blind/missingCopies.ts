/** Works with a file or link that no copy has been made of yet. */
import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import { filesIn } from '../../work/workParts.ts'
import { reviewableTexts } from '../judged/judgedText.ts'
import { linkSource } from './sources.ts'

export async function missingCopies(workIds: readonly string[], context: HandlerContext): Promise<string[]> {
  if (workIds.length === 0) return []
  const texts = await reviewableTexts(workIds, context)
  const copies = await context.db.selectFrom('review_copy').select(['workId', 'source']).where('workId', 'in', workIds).execute()
  const known = new Set(copies.map(({ workId, source }) => `${workId} ${source}`))
  const missing = texts.filter(({ workId, link, answers }) => {
    const sources = [...filesIn(answers).map((file) => file.id), ...(link === null ? [] : [linkSource(link)])]
    return !sources.every((source) => known.has(`${workId} ${source}`))
  })
  return [...new Set(missing.map(({ workId }) => workId))]
}
