/** Removes rows, those that refer to others first. Runs in the caller's transaction. */
import { sql } from 'kysely'
import { FINAL_TRIGGER } from '../../runtime/server/database/keepFinal.ts'
import { countPlaces } from '../seed/registrations.ts'
import type { SeedDatabase as Database } from '../seed/SeedDatabase.ts'
import type { Doomed } from './findDoomed.ts'
import { type ForeignKey, foreignKeys } from './foreignKeys.ts'

const DOCUMENTS = 'platform_document'
/** Trigger that protects published forms: those of the demonstration are removed nevertheless. */
const KEEPER = 'agon_keep_document'

/** @returns keys of the files whose bytes are to be removed once that is committed */
export async function removeDoomed(db: Database, doomed: Doomed): Promise<string[]> {
  const files = await keysOf(db, doomed)
  const keys = (await foreignKeys(db)).filter(({ canBeEmptied }) => !canBeEmptied)
  const kept = [{ table: DOCUMENTS, name: KEEPER }, ...(await finalTriggers(db))]
  for (const { table, name } of kept) await sql`alter table ${sql.table(table)} disable trigger ${sql.ref(name)}`.execute(db)
  for (const table of referringFirst([...doomed.keys()], keys)) {
    const ids = [...doomed.get(table)!]
    if (ids.length === 0) continue
    // rows of one table may be below each other
    for (const { column } of keys.filter((key) => key.table === table && key.target === table))
      await sql`update ${sql.table(table)} set ${sql.ref(column)} = null where id = any(${ids}::bigint[])`.execute(db)
    await sql`delete from ${sql.table(table)} where id = any(${ids}::bigint[])`.execute(db)
  }
  for (const { table, name } of kept) await sql`alter table ${sql.table(table)} enable trigger ${sql.ref(name)}`.execute(db)
  await countAgain(db)
  return files
}

/** Triggers that protect final rows, such as payments: those of the demonstration are removed nevertheless. */
async function finalTriggers(db: Database): Promise<{ table: string; name: string }[]> {
  const { rows } = await sql<{ table: string; name: string }>`select c.relname as table, t.tgname as name
    from pg_trigger t join pg_class c on c.oid = t.tgrelid where starts_with(t.tgname, ${FINAL_TRIGGER})`.execute(db)
  return rows
}

/** Counts again the numbers in other rows that included removed ones. */
async function countAgain(db: Database): Promise<void> {
  await countPlaces(db)
  await sql`update questionnaire_questionnaire q set "answerCount" =
    (select count(*) from questionnaire_answer a where a."questionnaireId" = q.id and a.state = 'submitted')`.execute(db)
}

async function keysOf(db: Database, doomed: Doomed): Promise<string[]> {
  const ids = [...(doomed.get('platform_file') ?? [])]
  const { rows } = await sql<{ key: string }>`select key from platform_file where id = any(${ids}::bigint[])`.execute(db)
  return rows.map(({ key }) => key)
}

/** @throws Error when tables refer to each other in a cycle */
function referringFirst(tables: readonly string[], keys: readonly ForeignKey[]): string[] {
  const order: string[] = []
  const waiting = new Set(tables)
  while (waiting.size > 0) {
    const free = [...waiting].filter((table) => !keys.some((key) => key.target === table && key.table !== table && waiting.has(key.table)))
    if (free.length === 0) throw new Error(`tables refer to each other in a cycle: ${[...waiting].join(', ')}`)
    for (const table of free) {
      order.push(table)
      waiting.delete(table)
    }
  }
  return order
}
