/** Brings the rows behind all figures up to date with what changed since the last time, in short transactions. Each keeps its rows and the place that it came to, so a
 *  process that is killed loses nothing, and the next continues there. Besides, rows are looked at again in turn: what SQL by hand changed or removed is found
 *  too. Running twice writes nothing new. */
import { sql } from 'kysely'
import { bringFacts } from './bringFacts.ts'
import { bringKeys } from './bringKeys.ts'
import { FACTS, nextOf, STREAMS, type Stream } from './feeds.ts'
import { BEGINNING, type Bringing, keepPlace, readPlace, type Step } from './places.ts'

/** Sources of the first transaction of a walk. */
const BATCH = 5_000
/** Most of one transaction. A statement costs the same for few sources and for many, and sums of many are written once. */
const MAX = 160_000
/** A transaction that was shorter is followed by one of twice as many sources. */
const SHORT_MS = 4_000
/** Transactions that commit long after they changed rows are met by looking back. */
const LATE_MS = 10 * 60_000
/** The walk through the rows in turn. */
const TURN = 'turn'
/** Stands at the time of the figures: what changed later is not in them. */
const COUNTED = 'counted'

/** @param most  sources that it takes */
type Work = (context: Bringing, max: number) => Promise<Step>

const WORKS: readonly Work[] = [
  ...FACTS.map(
    (fact): Work =>
      (context, max) =>
        bringFacts(fact, max, context),
  ),
  ...STREAMS.map(
    (stream): Work =>
      (context, max) =>
        bringStream(stream, max, context),
  ),
  bringInTurn,
  noteCounted,
]

/** @param within  runs the work in a transaction. @param budgetMs  what is left then comes the next time */
export async function bringFigures(
  within: (work: (context: Bringing) => Promise<Step>) => Promise<Step>,
  budgetMs = Infinity,
): Promise<{ written: number; isDone: boolean }> {
  const until = Date.now() + budgetMs
  let written = 0
  for (const work of WORKS) {
    let max = BATCH
    for (let goesOn = true; goesOn; ) {
      const start = Date.now()
      if (start > until) return { written, isDone: false }
      const done = await within(async (context) => {
        // no one sees figures before all are counted: their sums are counted once, in the end
        if (await isFirstWalk(context)) await context.rows.sumsLater()
        return work(context, max)
      })
      written += done.written
      goesOn = done.goesOn
      if (Date.now() - start < SHORT_MS) max = Math.min(max * 2, MAX)
    }
  }
  return { written, isDone: true }
}

async function bringStream(stream: Stream, max: number, context: Bringing): Promise<Step> {
  const late = { ...BEGINNING, at: new Date(context.now.getTime() - LATE_MS).toISOString() }
  const place = (await readPlace(stream.name, context)) ?? (stream.from === 'first' ? BEGINNING : late)
  const { rows } = await nextOf(stream, place, max).execute(context.db)
  const written = await bringKeys(
    rows.map(({ key }) => key),
    context,
  )
  const goesOn = rows.length === max
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

async function isFirstWalk(context: Bringing): Promise<boolean> {
  return (await readPlace(COUNTED, context)) === null
}

async function noteCounted(context: Bringing): Promise<Step> {
  if (await isFirstWalk(context)) await context.rows.countSums('data.entry')
  await keepPlace(COUNTED, { ...BEGINNING, at: context.now.toISOString() }, context)
  return { written: 0, goesOn: false }
}
