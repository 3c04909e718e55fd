/** The job that checks a sheet: what is wrong with each row, how many can be imported, and a copy of the sheet in which the errors stand out. */
import { sql } from 'kysely'
import { defineHandler, type HandlerContext } from '../../../runtime/core/contracts.ts'
import { importType } from '../../generated/enums.ts'
import { type Batch, columnLetter, readBatch } from '../batch.ts'
import type { Examine, Examined, Problem, SheetRow } from './Examined.ts'
import { examineAwards } from './examineAwards.ts'
import { examineRegistrations } from './examineRegistrations.ts'
import { examineResults } from './examineResults.ts'
import { markedCopy } from './markedCopy.ts'

declare module '../../../runtime/core/contracts.ts' {
  interface JobTypes {
    'import.checkRows': { id: string }
  }
}

/** Of one row; more tell nothing. */
const MAX_PROBLEMS = 20
const CHUNK = 500
/** Rows between two words about progress. */
const STEP = 50

export default defineHandler(
  'import.checkRows',
  async ({ id }, context) => {
    const batch = await readBatch(id, context)
    if (batch.state !== 'checking') return { id }
    const rows = await sheetRows(id, context)
    const examine = await examinerOf(batch, rows, context)
    const found: { row: SheetRow; examined: Examined }[] = []
    for (const [at, row] of rows.entries()) {
      found.push({ row, examined: await examine(row) })
      if (at % STEP === 0) await context.jobs.progress({ done: (0.8 * at) / rows.length, note: `${at}/${rows.length}` })
    }
    const marked = await markedCopy(batch, found, context)
    await context.jobs.write((inner) => keep(batch, found, marked, inner))
    return { id }
  },
  { waits: 'worker' },
)

function examinerOf(batch: Batch, rows: readonly SheetRow[], context: HandlerContext): Promise<Examine> {
  if (batch.type === importType.awards) return examineAwards(batch, context)
  return batch.type === importType.results ? examineResults(batch, context) : examineRegistrations(batch, rows, context)
}

async function sheetRows(batchId: string, { db }: HandlerContext): Promise<SheetRow[]> {
  const rows = await db
    .selectFrom('import_row')
    .select(['id', 'number', 'cells', 'formulas'])
    .where('batchId', '=', batchId)
    .orderBy('number')
    .execute()
  return rows.map(({ id, number, cells, formulas }) => ({
    id,
    number: Number(number),
    cells: cells as string[],
    formulas: (formulas ?? []) as number[],
  }))
}

type Found = readonly { row: SheetRow; examined: Examined }[]

async function keep(batch: Batch, found: Found, marked: Uint8Array | null, context: HandlerContext): Promise<void> {
  const { id } = batch
  await context.lock('import', id)
  if ((await readBatch(id, context)).state !== 'checking') return
  await context.rows.removeWhere('import.problem', { batchId: id })
  const problems = found.flatMap(({ row, examined }) => problemRows(batch, row, examined))
  for (let from = 0; from < problems.length; from += CHUNK)
    await context.rows.createAll('import.problem', problems.slice(from, from + CHUNK))
  const states = found.map(({ row, examined }) => ({ row, examined, state: stateOf(examined) }))
  await keepRows(states, context)
  const count = (state: string) => states.filter((each) => each.state === state).length
  const copy = marked === null ? null : await copyFile(batch, marked, context)
  await context.rows.transition('import.life', 'check', id)
  await context.rows.save(
    'import.batch',
    { id },
    {
      ...{ sound: count('sound'), wrong: count('wrong'), skipped: count('skipped') },
      ...{ places: await placesLeft(batch, context), marked: copy },
    },
  )
}

function stateOf({ problems, isSkipped }: Examined): 'wrong' | 'skipped' | 'sound' {
  if (problems.some(({ severity }) => severity === 'error')) return 'wrong'
  return isSkipped ? 'skipped' : 'sound'
}

function problemRows({ id: batchId, columns }: Batch, { number, cells }: SheetRow, { problems }: Examined) {
  return problems.slice(0, MAX_PROBLEMS).map(({ position, severity, message }: Problem) => ({
    ...{ batchId, number, severity, position },
    message: { zh: message.zh.slice(0, 600), en: message.en.slice(0, 600) },
    column: position === null ? null : columnLetter(position),
    heading: position === null ? null : (columns?.[position]?.title ?? null),
    value: position === null ? null : (cells[position] ?? '').slice(0, 200),
  }))
}

/** One statement for many rows. */
async function keepRows(states: readonly { row: SheetRow; examined: Examined; state: string }[], { rows }: HandlerContext): Promise<void> {
  const values = states.map(({ row: { id }, examined, state }) => ({
    id,
    state,
    name: examined.name?.slice(0, 200) ?? null,
    address: examined.address ?? null,
    answers: examined.answers ?? null,
    userId: examined.userId ?? null,
    registrationId: examined.registrationId ?? null,
    awardId: examined.awardId ?? null,
  }))
  await rows.bulk('import.row', 'a copy of the sheet, which has no entries', async (db) => {
    for (let from = 0; from < values.length; from += CHUNK) await storeStates(db, values.slice(from, from + CHUNK))
  })
}

async function storeStates(db: HandlerContext['db'], values: readonly object[]): Promise<void> {
  await sql`UPDATE import_row r SET state = v.state, name = v.name, address = v.address, answers = v.answers, "userId" = v."userId",
      "registrationId" = v."registrationId", "awardId" = v."awardId", reason = NULL
    FROM jsonb_to_recordset(${JSON.stringify(values)}::jsonb)
      AS v(id bigint, state text, name text, address text, answers jsonb, "userId" bigint, "registrationId" bigint, "awardId" bigint)
    WHERE r.id = v.id`.execute(db)
}

/** Null: not limited. */
async function placesLeft({ type, eventId }: Batch, { db }: HandlerContext): Promise<number | null> {
  if (type === importType.results || eventId === null) return null
  const row = await db
    .selectFrom('competition_event as e')
    .innerJoin('competition_competition as c', 'c.id', 'e.competitionId')
    .select(['e.capacity', 'e.taken', 'c.capacity as most', 'c.taken as all'])
    .where('e.id', '=', eventId)
    .executeTakeFirstOrThrow()
  const left = [row.capacity === null ? null : row.capacity - row.taken, row.most === null ? null : row.most - row.all].filter(
    (each) => each !== null,
  )
  return left.length === 0 ? null : Math.max(0, Math.min(...left))
}

async function copyFile({ userId, fileName }: Batch, bytes: Uint8Array, { files, text, lang }: HandlerContext) {
  const name = `${fileName.replace(/\.\w+$/, '')} - ${text('import.template.marked')[lang]}.xlsx`
  return files.keep(bytes, {
    name,
    type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    purpose: 'import',
    ownerId: userId,
  })
}
