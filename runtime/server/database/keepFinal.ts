/** Entities with `final`: the database itself refuses to change or delete their rows, anyone who asks: a call, a handler, a script or SQL by hand. Runs at
 *  every start, after the tables; touches a table only where its trigger is missing or says something else. */
import { createHash } from 'node:crypto'
import type pg from 'pg'
import type { EntityDocument } from '../../core/documents.ts'
import type { Platform } from '../../core/platform.ts'
import { celToSql } from './celToSql.ts'
import { literal, quote, tableName } from './tableNames.ts'

/** Prefix of the triggers' names. Scripts that delete a table's rows for good disable these triggers. */
export const FINAL_TRIGGER = 'agon_final_'
const HASH_LENGTH = 12

// The error has the SQLSTATE `AG001`, as that of published documents.
const FUNCTION = `create or replace function agon_keep_final() returns trigger language plpgsql as $$
declare may_change text[] := tg_argv[0]::text[];
begin
  if tg_op = 'UPDATE' then
    if (to_jsonb(new) - may_change) is not distinct from (to_jsonb(old) - may_change) then return new; end if;
  end if;
  raise exception 'rows of % are final', tg_table_name using errcode = 'AG001';
end $$`

/** Answers what was done, for the log. */
export async function keepFinal(client: pg.Client, platform: Platform): Promise<string[]> {
  const wanted = new Map(
    [...platform.documents.entity.values()].flatMap((entity) => (entity.final ? [triggerOf(entity, entity.final, platform)] : [])),
  )
  const { rows } = await client.query<{ table: string; name: string }>(
    `select c.relname as table, t.tgname as name from pg_trigger t join pg_class c on c.oid = t.tgrelid
     where c.relnamespace = 'public'::regnamespace and starts_with(t.tgname, $1)`,
    [FINAL_TRIGGER],
  )
  const present = new Set(rows.map(({ table, name }) => `${table} ${name}`))
  const gone = rows.filter(({ table, name }) => !wanted.has(`${table} ${name.replace(/_empty$/, '')}`))
  for (const { table, name } of gone) await client.query(`drop trigger ${quote(name)} on ${quote(table)}`)
  const missing = [...wanted].filter(([key]) => !present.has(key))
  if (missing.length > 0) await client.query(FUNCTION)
  for (const [, { statements }] of missing) for (const statement of statements) await client.query(statement)
  return missing.map(([, { table }]) => `${table}: rows are final`)
}

function triggerOf(
  entity: EntityDocument,
  final: NonNullable<EntityDocument['final']>,
  platform: Platform,
): [string, { table: string; statements: string[] }] {
  const table = tableName(entity.id)
  const { except = [], when = undefined } = final === true ? {} : final
  const argument = `{${['updatedAt', ...except].map((name) => JSON.stringify(name)).join(',')}}`
  const condition = when ? `when (${celToSql({ cel: when.cel, entity, platform, alias: 'old' }).checkSql()})` : ''
  const name =
    FINAL_TRIGGER +
    createHash('sha256')
      .update(argument + condition)
      .digest('hex')
      .slice(0, HASH_LENGTH)
  const run = `execute function agon_keep_final(${literal(argument)})`
  const statements = [
    `create trigger ${quote(name)} before update or delete on ${quote(table)} for each row ${condition} ${run}`,
    `create trigger ${quote(`${name}_empty`)} before truncate on ${quote(table)} for each statement ${run}`,
  ]
  return [`${table} ${name}`, { table, statements }]
}
