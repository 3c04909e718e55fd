/** One page of rows that are made from the ranking file of a list: what its workbook shows, sheet by sheet. */
import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import type { RankingFile } from '../compute/RankingFile.ts'
import { heldList } from '../heldList.ts'
import { storedFacts, storedFile } from '../inputs/storedFile.ts'

interface Asked {
  id: string
  pageNum?: number
  pageSize?: number
}
const PAGE = 100

/** Rows of the file that was read last, by sheet: a workbook asks for many pages of it. Files of one hash have one content. */
let last: { hash: string; file: RankingFile; rows: Map<string, readonly unknown[]> } | null = null

/**
 * @param make  all rows of the sheet; without names, which may change: `finish` adds them to the rows of the page
 * @throws NOT_FOUND; RANKING_NO_FILE for a list by hand
 */
export async function filePage<R, S>(
  { id, pageNum = 1, pageSize = PAGE }: Asked,
  sheet: { name: string; make(file: RankingFile): R[]; finish(rows: R[], file: RankingFile): Promise<S[]> | S[] },
  context: HandlerContext,
) {
  const list = await heldList(id, context)
  const hash = (await storedFacts(list, context))?.hash ?? null
  if (hash === null) return context.fail('RANKING_NO_FILE')
  if (last?.hash !== hash) last = { hash, file: (await storedFile(list, context))!, rows: new Map() }
  const { file, rows } = last
  if (!rows.has(sheet.name)) rows.set(sheet.name, sheet.make(file))
  const all = rows.get(sheet.name) as R[]
  const page = all.slice((pageNum - 1) * pageSize, pageNum * pageSize)
  return { list: await sheet.finish(page, file), total: all.length, pageNum, pageSize }
}
