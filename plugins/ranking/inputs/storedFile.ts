/** The ranking file behind the lines of a version: its own, or that of the version it began as. */
import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import type { RankingFile } from '../compute/RankingFile.ts'
import type { RankingList } from '../heldList.ts'

/** Null for a list by hand. */
export async function storedFile(
  { id, version, source }: Pick<RankingList, 'id' | 'version' | 'source'>,
  { db }: Pick<HandlerContext, 'db'>,
): Promise<RankingFile | null> {
  if (source === 'hand') return null
  const row = await db
    .selectFrom('ranking_file')
    .select('content')
    .where('listId', '=', id)
    .where('number', '<=', version)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  return (row?.content as RankingFile | undefined) ?? null
}
