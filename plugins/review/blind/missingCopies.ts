/** Works with a file or link that no copy has been made of yet. */
import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import { filesIn } from '../../work/workParts.ts'
import { linkSource } from './sources.ts'

export async function missingCopies(workIds: readonly string[], { db }: HandlerContext): Promise<string[]> {
  if (workIds.length === 0) return []
  const works = await db.selectFrom('work_work').select(['id', 'link', 'answers']).where('id', 'in', workIds).execute()
  const copies = await db.selectFrom('review_copy').select(['workId', 'source']).where('workId', 'in', workIds).execute()
  const known = new Set(copies.map(({ workId, source }) => `${workId} ${source}`))
  return works.flatMap(({ id, link, answers }) => {
    const sources = [...filesIn(answers).map((file) => file.id), ...(link === null ? [] : [linkSource(link)])]
    return sources.every((source) => known.has(`${id} ${source}`)) ? [] : [id]
  })
}
