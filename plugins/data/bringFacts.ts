/** Facts that changed since the figures were counted, and the rows that they concern. */
import { sql } from 'kysely'
import { bringKeys } from './bringKeys.ts'
import type { Fact } from './feeds.ts'
import { BEGINNING, type Bringing, keepPlace, readPlace, type Step } from './places.ts'

interface Changed {
  ref: string
  facts: string | null
  known: string | null
}

/** The first comparison only notes what is: the streams bring all rows. */
export async function bringFacts(fact: Fact, max: number, context: Bringing): Promise<Step> {
  const { kind, now } = fact
  const { rows } = await sql<Changed>`SELECT coalesce(f."ref", k."ref") AS "ref", f."facts", k."facts" AS "known"
    FROM (${now}) f FULL JOIN (SELECT "ref", "facts" FROM data_known WHERE "kind" = ${kind}) k ON k."ref" = f."ref"
    WHERE f."facts" IS DISTINCT FROM k."facts" ORDER BY 1 LIMIT ${max}`.execute(context.db)
  const isFirst = (await readPlace(kind, context)) === null
  const settled: Changed[] = []
  let [written, walked] = [0, 0]
  for (const changed of rows) {
    if (walked >= max) break
    const keys = isFirst ? [] : await keysOf(fact, changed, context)
    for (let from = 0; from < keys.length; from += max) written += await bringKeys(keys.slice(from, from + max), context)
    walked += keys.length
    settled.push(changed)
  }
  await settle(kind, settled, context)
  const goesOn = rows.length === max || settled.length < rows.length
  if (!goesOn) await keepPlace(kind, BEGINNING, context)
  return { written, goesOn }
}

async function keysOf({ keys }: Fact, { ref, known, facts }: Changed, { db }: Bringing): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`${keys(ref, known ?? facts ?? '')}`.execute(db)
  return rows.map(({ key }) => key)
}

async function settle(kind: string, changed: readonly Changed[], { rows }: Bringing): Promise<void> {
  const gone = changed.filter(({ facts }) => facts === null).map(({ ref }) => ref)
  const there = changed.filter(({ facts }) => facts !== null)
  await rows.bulk('data.known', 'what the figures were counted with: the entries of what changed tell', async (db) => {
    if (gone.length > 0) await sql`DELETE FROM data_known WHERE "kind" = ${kind} AND "ref" = ANY(${gone})`.execute(db)
    if (there.length > 0)
      await sql`INSERT INTO data_known ("kind", "ref", "facts") SELECT ${kind}, * FROM unnest(${there.map(({ ref }) => ref)}::text[], ${there.map(({ facts }) => facts)}::text[])
        ON CONFLICT ("kind", "ref") DO UPDATE SET "facts" = excluded."facts"`.execute(db)
  })
}
