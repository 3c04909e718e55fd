/** Starts a new version of a list that was published: a copy of its lines, in one statement. What is public stays public until the new one is. */
import { sql } from 'kysely'
import { defineHandler } from '../../../runtime/core/contracts.ts'
import { assertState, heldList } from '../heldList.ts'
import { LINE_COLUMNS } from './lineColumns.ts'
import { writeVersion } from './versionFacts.ts'

export default defineHandler('ranking.revise', async ({ id, reason }, context) => {
  const { db, fail } = context
  const list = await heldList(id, context)
  if (list.version > list.frozenVersion) return fail('RANKING_NOT_PUBLISHED', { version: list.version })
  assertState(list, ['published', 'final'], context)
  // a list from before versions has no row for its first
  await writeVersion(
    list,
    list.publishedAt === null ? { state: list.state } : { state: list.state, publishedAt: list.publishedAt },
    context,
  )
  await context.rows.transition('ranking.life', 'revise', id)
  const version = list.version + 1
  const columns = sql.join(LINE_COLUMNS.map((name) => sql.ref(name)))
  await sql`INSERT INTO ranking_award ("listId", "competitionId", version, ${columns})
    SELECT "listId", "competitionId", ${version}, ${columns} FROM ranking_award
    WHERE "listId" = ${id} AND version = ${list.version} ORDER BY position, id`.execute(db)
  await writeVersion({ ...list, version }, { state: 'draft', reason }, context)
  return { id, version }
})
