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

/** Adds lines to the working version, in the order of their positions. */
export async function writeLines(
  { id: listId, competitionId, version }: Pick<RankingList, 'id' | 'competitionId' | 'version'>,
  lines: readonly Line[],
  { rows }: Pick<HandlerContext, 'rows'>,
): Promise<void> {
  const awards = lines.map((line) => ({ ...EMPTY_AWARD, ...line, listId, competitionId, version }))
  await rows.bulk('ranking.award', 'the entry of the list tells how many lines it has', async (db) => {
    for (let from = 0; from < awards.length; from += BATCH)
      await db
        .insertInto('ranking_award')
        .values(awards.slice(from, from + BATCH))
        .execute()
  })
}

/** All lines of the version: others take their place. */
export async function removeLines(
  { id, version }: Pick<RankingList, 'id' | 'version'>,
  { rows }: Pick<HandlerContext, 'rows'>,
): Promise<void> {
  await rows.bulk('ranking.award', 'the entry of the list tells what takes their place', (db) =>
    db.deleteFrom('ranking_award').where('listId', '=', id).where('version', '=', version).execute(),
  )
}
