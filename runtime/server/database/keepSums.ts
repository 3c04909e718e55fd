/** Entities with `sums`: triggers of the entity that they add up keep their rows exact within the transaction of each write, no matter who writes. Runs at every
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
/** Of a transaction whose rows are added up later, all together. */
const WAITS = `coalesce(current_setting('agon.sums', true), '') = 'later'`
/** The transaction that asks for this adds nothing up from then on. */
export const SUMS_LATER = `select set_config('agon.sums', 'later', true)`
const SUMS_AGAIN = `select set_config('agon.sums', '', true)`
/** Sums are counted in memory where they have room. */
const COUNT_MEMORY = '256MB'
const COUNT_ROWS = 1_000_000

/** Answers what was done, for the log. */
export async function keepSums(client: pg.Client, platform: Platform): Promise<string[]> {
  const kept = [...platform.documents.entity.values()].flatMap((entity) => (entity.sums ? [sumsOf(entity, entity.sums, platform)] : []))
  const wanted = new Set(kept.flatMap(({ name }) => [name, `${name}_opened`]))
  const { rows } = await client.query<{ name: string }>(`select proname as name from pg_proc where starts_with(proname, $1)`, [
    SUMS_FUNCTION,
  ])
  const present = new Set(rows.map(({ name }) => name))
  for (const name of present) if (!wanted.has(name)) await client.query(`drop function ${quote(name)} cascade`)
  const missing = kept.filter(({ name }) => !present.has(name))
  for (const { table, install, anew, whole } of missing) {
    for (const statement of install) await client.query(statement)
    const { rows: some } = await client.query(`select from ${quote(table)} limit 1`)
    for (const statement of some.length > 0 ? anew : whole) await client.query(statement)
  }
  return missing.map(({ table, of }) => `${table}: sums of ${of}`)
}

/** Runs a statement in the transaction that asks. */
export type RunStatement = (statement: string) => Promise<readonly Readonly<Record<string, unknown>>[]>

/** Counts all sums of an entity anew, in the transaction that asks: each by one statement for every million rows, so that none takes longer than a statement may.
 *  No one else writes the rows until it has ended. */
export async function countSums(run: RunStatement, source: string, platform: Platform): Promise<void> {
  const of = quote(tableName(source))
  await run(`lock table ${of} in share row exclusive mode`)
  const [row] = await run(`select coalesce(max("id"), 0) as "last" from ${of}`)
  const parts = Array.from({ length: Math.ceil(Number(row!.last) / COUNT_ROWS) }, (_, at) => [at * COUNT_ROWS, (at + 1) * COUNT_ROWS])
  const anew = [...platform.documents.entity.values()].flatMap((entity) => {
    if (entity.sums?.of !== source) return []
    const { before, count, after } = sumsOf(entity, entity.sums, platform).parts
    return [
      ...before,
      ...parts.map(([from, to]) => count(`(select * from ${of} where "id" > ${from} and "id" <= ${to}) as part`)),
      ...after,
    ]
  })
  for (const statement of [`set local work_mem = '${COUNT_MEMORY}'`, ...anew, SUMS_AGAIN]) await run(statement)
}

type Sums = NonNullable<EntityDocument['sums']>

function sumsOf(entity: EntityDocument, sums: Sums, platform: Platform) {
  const { of: source, where, by, rows, key, periods } = sums
  const [table, of] = [tableName(entity.id), tableName(source)]
  const condition = ({ cel }: { cel: string }) => celToSql({ cel, entity: platform.get('entity', source), platform }).checkSql()
  const chosen = where ? ` where ${condition(where)}` : ''
  const values = by.map(quote)
  const added = addedBy(sums)
  const numbers = [rows, ...added.map(({ field }) => field)].map(quote)
  const columns = numberColumns(sums)
  const written = [quote(key), ...values, ...columns.map(({ name }) => name)].join(', ')
  const counted = (from: string) =>
    `select md5(row(${values.join(', ')})::text), ${values.join(', ')}, ${columns.map(({ sum }) => sum).join(', ')} from (${from}) as changed group by ${values.join(', ')}`
  const late = periods ? isClosed(periods) : 'false'
  const each = (from: string, sign: '' | '-', isLate = late) => {
    const number = ({ field, of: name, where: when }: Added) => {
      const value = sign + quote(name)
      return `${when ? `case when ${condition(when)} then ${value} else 0 end` : value} as ${quote(field)}`
    }
    const selected = [...values, `${sign}1 as ${quote(rows)}`, ...added.map(number), ...(periods ? [`${isLate} as ".late"`] : [])]
    return `select ${selected.join(', ')} from ${from}${chosen}`
  }
  const changed = numbers.map((name) => `sum(${name}) <> 0`).join(' or ')
  const upsert = `on conflict (${quote(key)}) do update set ${columns.map(({ name }) => `${name} = t.${name} + excluded.${name}`).join(', ')}, "updatedAt" = now()`
  // sums of one order: two writers at the same time wait for each other instead of ending in a deadlock
  const apply = (from: string) => `insert into ${quote(table)} as t (${written}) ${counted(from)} having ${changed} order by 1 ${upsert};`
  // a period cannot be closed or opened before the transaction of a change of its rows ends
  const hold = (from: string) => (periods ? `${holdPeriods(periods, from)};` : '')
  const body = `begin
    if ${WAITS} then return null; end if;
    if tg_op = 'INSERT' then ${hold('added')} ${apply(each('added', ''))}
    elsif tg_op = 'DELETE' then ${hold('gone')} ${apply(each('gone', '-'))}
    else ${hold('added')} ${hold('gone')} ${apply(`${each('added', '')} union all ${each('gone', '-')}`)}
    end if;
    return null;
  end`
  const opened = periods ? openedBody(table, sums, periods) : ''
  const hash = createHash('sha256').update(table).update(of).update(body).update(opened)
  const name = SUMS_FUNCTION + hash.digest('hex').slice(0, HASH_LENGTH)
  const trigger = (event: 'insert' | 'update' | 'delete', tables: string) =>
    `create trigger ${quote(`${name}_${event}`)} after ${event} on ${quote(of)} referencing ${tables} for each statement execute function ${quote(name)}()`
  const insert = (rowsOf: string) => `insert into ${quote(table)} as t (${written}) ${counted(rowsOf)} ${upsert}`
  const parts = {
    before: periods ? keepClosed(table, columns, periods) : [`delete from ${quote(table)}`],
    count: (from: string) => insert(each(from, '')),
    after: periods ? [afterClosing(table, columns, periods)] : [],
  }
  const install = [
    `lock table ${quote(of)} in share row exclusive mode`,
    `create function ${quote(name)}() returns trigger language plpgsql as ${literal(body)}`,
    trigger('insert', 'new table as added'),
    trigger('update', 'old table as gone new table as added'),
    trigger('delete', 'old table as gone'),
    ...(periods ? openedTriggers(name, opened, periods) : []),
  ]
  const anew = [...parts.before, parts.count(quote(of)), ...parts.after]
  // no one knows what sums that are new would have been when a period was closed: it stands still from now on
  return { name, table, of, install, anew, whole: [insert(each(quote(of), '', 'false'))], parts }
}

interface Added {
  field: string
  of: string
  where?: { cel: string }
}

/** What is added up, and under which name. */
function addedBy({ add }: Sums): readonly Added[] {
  return add.map((one) => (typeof one === 'string' ? { field: one, of: one } : one))
}

type Periods = NonNullable<Sums['periods']>
interface NumberColumn {
  name: string
  sum: string
  /** The column that it came after, where it adds up what came after closing. */
  before?: string
}

/** Columns of numbers: those of closed periods stand still, and beside them what came later. */
function numberColumns(sums: Sums): NumberColumn[] {
  const { rows, periods } = sums
  const numbers = [rows, ...addedBy(sums).map(({ field }) => field)]
  if (!periods) return numbers.map((name) => ({ name: quote(name), sum: `sum(${quote(name)})` }))
  const part = (name: string, when: string) => `coalesce(sum(${quote(name)}) filter (where ${when}), 0)`
  return [
    ...numbers.map((name) => ({ name: quote(name), sum: part(name, 'not ".late"') })),
    ...numbers.map((name) => ({ name: quote(periods.later[name]!), sum: part(name, '".late"'), before: quote(name) })),
  ]
}

/** Of a row of the sums, or of what they add up. */
function isClosed({ by, field, at }: Periods): string {
  return `coalesce(${quote(field)} in (select ${quote(field)} from ${quote(tableName(by))} where ${quote(at)} is not null), false)`
}

function holdPeriods({ by, field }: Periods, from: string): string {
  return `perform 1 from ${quote(tableName(by))} where ${quote(field)} in (select ${quote(field)} from ${from}) order by 1 for share`
}

/** Counted anew, the sums of closed periods stay. */
function keepClosed(table: string, columns: readonly NumberColumn[], periods: Periods): string[] {
  const later = columns.flatMap(({ name, before }) => (before === undefined ? [] : [`${name} = 0`]))
  return [`delete from ${quote(table)} where not ${isClosed(periods)}`, `update ${quote(table)} set ${later.join(', ')}`]
}

/** What is there now without what was there at closing. */
function afterClosing(table: string, columns: readonly NumberColumn[], periods: Periods): string {
  const later = columns.flatMap(({ name, before }) => (before === undefined ? [] : [`${name} = ${name} - ${before}`]))
  return `update ${quote(table)} set ${later.join(', ')} where ${isClosed(periods)}`
}

/** A period that is opened again, or whose row is gone, has what came later among its sums. */
function openedBody(table: string, sums: Sums, { field, later }: Periods): string {
  const merged = [sums.rows, ...addedBy(sums).map((one) => one.field)].map((name) => [quote(name), quote(later[name]!)] as const)
  return `begin
    update ${quote(table)} set ${merged.map(([name, more]) => `${name} = ${name} + ${more}, ${more} = 0`).join(', ')}, "updatedAt" = now()
      where ${quote(field)} = old.${quote(field)} and (${merged.map(([, more]) => `${more} <> 0`).join(' or ')});
    return null;
  end`
}

function openedTriggers(name: string, body: string, { by, at }: Periods): string[] {
  const opened = quote(`${name}_opened`)
  const trigger = (event: 'update' | 'delete', when: string) =>
    `create trigger ${quote(`${name}_opened_${event}`)} after ${event} on ${quote(tableName(by))} for each row when (${when}) execute function ${opened}()`
  return [
    `drop function if exists ${opened}() cascade`,
    `create function ${opened}() returns trigger language plpgsql as ${literal(body)}`,
    trigger('update', `old.${quote(at)} is not null and new.${quote(at)} is null`),
    trigger('delete', `old.${quote(at)} is not null`),
  ]
}
