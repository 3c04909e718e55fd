/** Entities with `sums`: triggers of the entity that they add up keep their rows exact within the transaction of each write, whoever writes. Runs at every
 *  start, after the tables; a table whose triggers are missing or say something else is counted anew, once. */
import { createHash } from 'node:crypto'
import type pg from 'pg'
import type { EntityDocument } from '../../core/documents.ts'
import type { Platform } from '../../core/platform.ts'
import { celToSql } from './celToSql.ts'
import { literal, quote, tableName } from './tableNames.ts'

/** Prefix of the names of the functions behind the triggers. */
export const SUMS_FUNCTION = 'agon_sums_'
const HASH_LENGTH = 12

/** Answers what was done, for the log. */
export async function keepSums(client: pg.Client, platform: Platform): Promise<string[]> {
  const kept = [...platform.documents.entity.values()].flatMap((entity) => (entity.sums ? [sumsOf(entity, entity.sums, platform)] : []))
  const wanted = new Set(kept.map(({ name }) => name))
  const { rows } = await client.query<{ name: string }>(`select proname as name from pg_proc where starts_with(proname, $1)`, [
    SUMS_FUNCTION,
  ])
  const present = new Set(rows.map(({ name }) => name))
  for (const name of present) if (!wanted.has(name)) await client.query(`drop function ${quote(name)} cascade`)
  const missing = kept.filter(({ name }) => !present.has(name))
  for (const { statements } of missing) for (const statement of statements) await client.query(statement)
  return missing.map(({ table, of }) => `${table}: sums of ${of}`)
}

type Sums = NonNullable<EntityDocument['sums']>

function sumsOf(entity: EntityDocument, { of: source, where, by, add, rows, key }: Sums, platform: Platform) {
  const [table, of] = [tableName(entity.id), tableName(source)]
  const added = platform.get('entity', source)
  const chosen = where ? ` where ${celToSql({ cel: where.cel, entity: added, platform }).checkSql()}` : ''
  const values = by.map(quote)
  const numbers = [rows, ...add].map(quote)
  const columns = [key, ...by, rows, ...add].map(quote).join(', ')
  const counted = (from: string) =>
    `select md5(row(${values.join(', ')})::text), ${values.join(', ')}, ${numbers.map((name) => `sum(${name})`).join(', ')} from (${from}) as changed group by ${values.join(', ')}`
  const each = (from: string, sign: '' | '-') =>
    `select ${values.join(', ')}, ${sign}1 as ${quote(rows)}${add.map((name) => `, ${sign}${quote(name)} as ${quote(name)}`).join('')} from ${from}${chosen}`
  const changed = numbers.map((name) => `sum(${name}) <> 0`).join(' or ')
  // sums of one order: two writers at the same time wait for each other instead of ending in a deadlock
  const apply = (from: string) =>
    `insert into ${quote(table)} as t (${columns}) ${counted(from)} having ${changed} order by 1
      on conflict (${quote(key)}) do update set ${numbers.map((name) => `${name} = t.${name} + excluded.${name}`).join(', ')}, "updatedAt" = now();`
  const body = `begin
    if tg_op = 'INSERT' then ${apply(each('added', ''))}
    elsif tg_op = 'DELETE' then ${apply(each('gone', '-'))}
    else ${apply(`${each('added', '')} union all ${each('gone', '-')}`)}
    end if;
    return null;
  end`
  const name = SUMS_FUNCTION + createHash('sha256').update(table).update(of).update(body).digest('hex').slice(0, HASH_LENGTH)
  const trigger = (event: 'insert' | 'update' | 'delete', tables: string) =>
    `create trigger ${quote(`${name}_${event}`)} after ${event} on ${quote(of)} referencing ${tables} for each statement execute function ${quote(name)}()`
  const statements = [
    `lock table ${quote(of)} in share row exclusive mode`,
    `create function ${quote(name)}() returns trigger language plpgsql as ${literal(body)}`,
    trigger('insert', 'new table as added'),
    trigger('update', 'old table as gone new table as added'),
    trigger('delete', 'old table as gone'),
    `delete from ${quote(table)}`,
    `insert into ${quote(table)} (${columns}) ${counted(each(quote(of), ''))}`,
  ]
  return { name, table, of, statements }
}
