/** Finds the rows that are removed with the demonstration: those it was filled in with, and those that depend on them - a registration for one of its
 *  competitions, a right on one of its organisations, the form of one of its questionnaires. Everything else that people added stays. */
import { sql } from 'kysely'
import { type DemoRows, entityTables } from '../seed/demoRows.ts'
import type { SeedDatabase as Database } from '../seed/SeedDatabase.ts'
import { type ForeignKey, foreignKeys } from './foreignKeys.ts'

/** Table -> ids. */
export type Doomed = Map<string, Set<string>>

const USERS = 'account_user'
const DOCUMENTS = 'platform_document'
const FILES = 'platform_file'
/** Columns of text that name a form or a version of one. */
const NAMES_FORM = /(form|sheet|hash|version|document)/i

/** @param scopes scope of a grant -> table of its objects */
export async function findDoomed(db: Database, noted: DemoRows, scopes: ReadonlyMap<string, string>): Promise<Doomed> {
  const doomed: Doomed = new Map((await entityTables(db)).map((table) => [table, new Set<string>()]))
  for (const [table, ids] of Object.entries(noted)) await add(db, doomed, table, sql`id = any(${ids}::bigint[])`)
  await add(db, doomed, USERS, sql`"secondFactorExempt"`)
  const keys = await foreignKeys(db)
  await addDependents(db, doomed, keys)
  await addGrants(db, doomed, scopes)
  await addDocuments(db, doomed)
  await addBelongings(db, doomed)
  await addDependents(db, doomed, keys)
  return doomed
}

/** Adds rows that depend on a removed row, until there are no more. A reference that may become empty removes nothing. */
async function addDependents(db: Database, doomed: Doomed, keys: readonly ForeignKey[]): Promise<void> {
  for (let found = 1; found > 0; ) {
    found = 0
    for (const { table, column, target, canBeEmptied } of keys)
      if (!canBeEmptied) found += await add(db, doomed, table, sql`${sql.ref(column)} = any(${idsOf(doomed, target)}::bigint[])`)
  }
}

/** Rights on removed objects, which they name in text. */
async function addGrants(db: Database, doomed: Doomed, scopes: ReadonlyMap<string, string>): Promise<void> {
  for (const [scope, table] of scopes)
    await add(db, doomed, 'account_grant', sql`scope = ${scope} and "objectId" = any(${idsOf(doomed, table)}::text[])`)
}

/** Stored forms that only removed rows name, and drafts of answers to them. */
async function addDocuments(db: Database, doomed: Doomed): Promise<void> {
  const names = await formNames(db, doomed)
  const stay = new Set(names.staying)
  const going = names.going.filter((name) => !stay.has(name))
  await add(db, doomed, DOCUMENTS, sql`"documentId" = any(${going}::text[]) or hash = any(${going}::text[])`)
  const documents = doomed.get(DOCUMENTS)!
  const kept = await sql<{ id: string }>`select id from ${sql.table(DOCUMENTS)}
    where id = any(${[...documents]}::bigint[]) and ("documentId" = any(${names.staying}::text[]) or hash = any(${names.staying}::text[]))`.execute(
    db,
  )
  for (const { id } of kept.rows) documents.delete(id)
  const hashes = sql`select hash from ${sql.table(DOCUMENTS)} where id = any(${[...documents]}::bigint[])`
  await add(db, doomed, 'platform_draft', sql`hash in (${hashes})`)
}

/** Names of forms in the rows: of those that are removed and of those that stay. */
async function formNames(db: Database, doomed: Doomed): Promise<{ going: string[]; staying: string[] }> {
  const { rows: columns } = await sql<{ table: string; column: string }>`select table_name as table, column_name as column
    from information_schema.columns where table_schema = current_schema() and data_type = 'text'`.execute(db)
  const going: string[] = []
  const staying: string[] = []
  for (const { table, column } of columns) {
    if (!NAMES_FORM.test(column) || !doomed.has(table) || table.startsWith('platform_')) continue
    const { rows } = await sql<{
      name: string
      goes: boolean
    }>`select distinct ${sql.ref(column)} as name, id = any(${idsOf(doomed, table)}::bigint[]) as goes
      from ${sql.table(table)} where ${sql.ref(column)} is not null`.execute(db)
    for (const { name, goes } of rows) (goes ? going : staying).push(name)
  }
  return { going, staying }
}

/** Files of removed rows, and messages to removed people. */
async function addBelongings(db: Database, doomed: Doomed): Promise<void> {
  const tables = await db.selectFrom('platform_table').select(['name', 'entity']).execute()
  for (const { name, entity } of tables)
    if (doomed.get(name)?.size) await add(db, doomed, FILES, sql`entity = ${entity} and "rowId" = any(${idsOf(doomed, name)}::text[])`)
  await add(db, doomed, 'platform_outbox', sql`"userId" = any(${idsOf(doomed, USERS)}::text[])`)
}

function idsOf(doomed: Doomed, table: string): string[] {
  return [...(doomed.get(table) ?? [])]
}

/** @returns how many more there are */
async function add(db: Database, doomed: Doomed, table: string, condition: ReturnType<typeof sql>): Promise<number> {
  const ids = doomed.get(table)
  if (!ids) return 0
  const { rows } = await sql<{
    id: string
  }>`select id from ${sql.table(table)} where (${condition}) and id <> all(${[...ids]}::bigint[])`.execute(db)
  for (const { id } of rows) ids.add(id)
  return rows.length
}
