/** The ranking file behind the lines of a version: its own, or that of the version it began as. */
import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import type { RankingFile } from '../compute/RankingFile.ts'
import type { RankingList } from '../heldList.ts'

type Version = Pick<RankingList, 'id' | 'version' | 'source'>
type Reader = Pick<HandlerContext, 'db'>

/** Null for a list by hand. */
export async function storedFile(list: Version, context: Reader): Promise<RankingFile | null> {
  if (list.source === 'hand') return null
  const row = await files(list, context).select('content').executeTakeFirst()
  return (row?.content as RankingFile | undefined) ?? null
}

/** What is known of it beside its content, which can be megabytes: `number` is the version that it was computed for. */
export async function storedFacts(list: Version, context: Reader): Promise<{ hash: string; computedAt: string; number: number } | null> {
  if (list.source === 'hand') return null
  const row = await files(list, context).select(['hash', 'computedAt', 'number']).executeTakeFirst()
  return row ? { ...row, computedAt: new Date(row.computedAt).toISOString() } : null
}

function files({ id, version }: Version, { db }: Reader) {
  return db.selectFrom('ranking_file').where('listId', '=', id).where('number', '<=', version).orderBy('number', 'desc').limit(1)
}
