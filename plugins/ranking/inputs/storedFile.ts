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

/** The same, without reading the file. */
export async function storedHash(list: Version, context: Reader): Promise<string | null> {
  if (list.source === 'hand') return null
  return (await files(list, context).select('hash').executeTakeFirst())?.hash ?? null
}

function files({ id, version }: Version, { db }: Reader) {
  return db.selectFrom('ranking_file').where('listId', '=', id).where('number', '<=', version).orderBy('number', 'desc').limit(1)
}
