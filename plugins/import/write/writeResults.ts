/** Rows of a sheet -> lines of a draft of a ranking, all in one transaction. */
import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import { draftList, type RankingList } from '../../ranking/heldList.ts'
import { MAX_LINES, writeLines } from '../../ranking/lines.ts'
import { linkLines } from '../../ranking/linkLines.ts'
import type { AwardLine } from '../../ranking/parseTable.ts'
import { type Batch, LIMITS } from '../batch.ts'
import { rowsIn, type WaitingRow } from './waitingRows.ts'

/** @throws RANKING_LOCKED, AWARDS_TOO_MANY */
export async function writeResults({ id, listId }: Batch, context: HandlerContext): Promise<void> {
  await context.lock('import', id)
  await context.lock('ranking', listId!)
  const list = await draftList(listId!, context)
  const rows = await rowsIn<'results'>(id, 'sound', LIMITS.rows, context)
  if (rows.length === 0) return
  const present = await context.db
    .selectFrom('ranking_award')
    .select(({ fn }) => [fn.countAll().as('count'), fn.max('position').as('last')])
    .where('listId', '=', list.id)
    .where('version', '=', list.version)
    .executeTakeFirstOrThrow()
  const added = rows.filter(({ awardId }) => awardId === null)
  if (Number(present.count) + added.length > MAX_LINES) return context.fail('AWARDS_TOO_MANY', { max: MAX_LINES })
  const first = present.last === null ? 0 : Number(present.last) + 1
  await writeLines(
    list,
    added.map((row, at) => ({ ...lineOf(row), position: first + at })),
    context,
  )
  await linkLines(list, context)
  await noteAdded(list, added, first, context)
  for (const row of rows) if (row.awardId !== null) await change(row, row.awardId, context)
  const counts = { before: { lines: Number(present.count) }, after: { lines: Number(present.count) + added.length } }
  await context.rows.record({ entity: 'ranking.list', rowId: list.id, ...counts })
}

function lineOf({ answers, registrationId }: WaitingRow<'results'>): AwardLine & { registrationId: string | null } {
  return { ...answers!, registrationId }
}

/** Which line is whose, as it was written. */
async function noteAdded(
  { id, version }: RankingList,
  added: readonly WaitingRow<'results'>[],
  first: number,
  { db, rows }: HandlerContext,
): Promise<void> {
  const lines = await db
    .selectFrom('ranking_award')
    .select(['id', 'position', 'updatedAt'])
    .where('listId', '=', id)
    .where('version', '=', version)
    .where('position', '>=', first)
    .execute()
  for (const { id: awardId, position, updatedAt } of lines) {
    const row = added[Number(position) - first]
    if (row) await rows.save('import.row', row, { state: 'written', awardId, mark: updatedAt })
  }
}

async function change(row: WaitingRow<'results'>, awardId: string, { rows }: HandlerContext): Promise<void> {
  const before = await rows.get('ranking.award', awardId, { lock: true })
  await rows.save('ranking.award', before, { ...row.answers })
  const kept = Object.fromEntries(Object.keys(row.answers ?? {}).map((name) => [name, before[name as keyof typeof before] ?? null]))
  const { updatedAt } = await rows.get('ranking.award', awardId)
  await rows.save('import.row', row, { state: 'merged', before: kept, mark: updatedAt })
}
