/** Lines of the working version of a list. The caller holds the lock of the list. */
import type { Insertable } from 'kysely'
import type { HandlerContext } from '../../runtime/core/contracts.ts'
import type { Tables } from '../generated/tables.ts'
import { EMPTY_AWARD } from './emptyAward.ts'
import type { RankingList } from './heldList.ts'

export const MAX_LINES = 5000
/** Rows in one statement: PostgreSQL takes 65 535 parameters. */
const BATCH = 1000

type Line = Omit<Insertable<Tables['ranking_award']>, 'listId' | 'competitionId' | 'version'>

export async function writeLines(
  { id: listId, competitionId, version }: Pick<RankingList, 'id' | 'competitionId' | 'version'>,
  lines: readonly Line[],
  { db }: Pick<HandlerContext, 'db'>,
): Promise<void> {
  const rows = lines.map((line) => ({ ...EMPTY_AWARD, ...line, listId, competitionId, version }))
  for (let from = 0; from < rows.length; from += BATCH)
    await db
      .insertInto('ranking_award')
      .values(rows.slice(from, from + BATCH))
      .execute()
}
