/** Brings the rows behind all figures up to date with what changed since the last time, in short transactions. Each keeps its rows and the place that it came to, so a
 *  process that is killed loses nothing, and the next continues there. Besides, rows are looked at again in turn: what SQL by hand changed or removed is found
 *  too. Running twice writes nothing new. */
import { sql } from 'kysely'
import { bringFacts } from './bringFacts.ts'
import { bringKeys } from './bringKeys.ts'
import { FACTS, nextOf, STREAMS, type Stream } from './feeds.ts'
import { BEGINNING, type Bringing, keepPlace, readPlace, type Step } from './places.ts'

/** Sources of one transaction. */
const BATCH = 5_000
/** Transactions that commit long after they changed rows are met by looking back. */
const LATE_MS = 10 * 60_000
/** The walk through the rows in turn. */
const TURN = 'turn'
/** Stands at the time of the figures: what changed later is not in them. */
const COUNTED = 'counted'

type Work = (context: Bringing) => Promise<Step>

const WORKS: readonly Work[] = [
  ...FACTS.map(
    (fact): Work =>
      (context) =>
        bringFacts(fact, BATCH, context),
  ),
  ...STREAMS.map(
    (stream): Work =>
      (context) =>
        bringStream(stream, context),
  ),
  bringInTurn,
  noteCounted,
]

/** @param within  runs the work in a transaction. @param budgetMs  what is left then comes the next time */
export async function bringFigures(
  within: (work: Work) => Promise<Step>,
  budgetMs = Infinity,
): Promise<{ written: number; isDone: boolean }> {
  const until = Date.now() + budgetMs
  let written = 0
  for (const work of WORKS)
    for (let goesOn = true; goesOn; ) {
      if (Date.now() > until) return { written, isDone: false }
      const done = await within(work)
      written += done.written
      goesOn = done.goesOn
    }
  return { written, isDone: true }
}

async function bringStream(stream: Stream, context: Bringing): Promise<Step> {
  const late = { ...BEGINNING, at: new Date(context.now.getTime() - LATE_MS).toISOString() }
  const place = (await readPlace(stream.name, context)) ?? (stream.from === 'first' ? BEGINNING : late)
  const { rows } = await nextOf(stream, place, BATCH).execute(context.db)
  const written = await bringKeys(
    rows.map(({ key }) => key),
    context,
  )
  const goesOn = rows.length === BATCH
  await keepPlace(stream.name, goesOn ? rows.at(-1)! : late, context)
  return { written, goesOn }
}

/** The next rows, and from the first again after the last. */
async function bringInTurn(context: Bringing): Promise<Step> {
  const place = await readPlace(TURN, context)
  const { rows } = await sql<{ id: string; key: string }>`
    SELECT "id"::text AS "id", "key" FROM data_entry WHERE "id" > ${place?.parent ?? '0'}::bigint ORDER BY "id" LIMIT ${BATCH}`.execute(
    context.db,
  )
  const written = await bringKeys(
    rows.map(({ key }) => key),
    context,
  )
  await keepPlace(TURN, { ...BEGINNING, parent: rows.length === BATCH ? rows.at(-1)!.id : '0' }, context)
  return { written, goesOn: false }
}

async function noteCounted(context: Bringing): Promise<Step> {
  await keepPlace(COUNTED, { ...BEGINNING, at: context.now.toISOString() }, context)
  return { written: 0, goesOn: false }
}
