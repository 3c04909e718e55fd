/** Holds the audit log to the truth. Triggers note each row that the server writes, as it was and as it is; at the end of a test file every note must
 *  have its entry, in the same transaction, with the same difference. Rows that a test itself writes are not watched. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import type { EntityDocument } from '../../runtime/core/documents.ts'
import type { Platform } from '../../runtime/core/platform.ts'
import { enumIsInteger, tableName } from '../../runtime/server/database/tableNames.ts'
import { PROJECT_DIRECTORY } from './projectDirectory.ts'

/** Services of the kernel tell of these in their own words. */
const LOGGED_BY_KERNEL = ['platform.document', 'platform.view', 'account.session']
/** Of which plugins write rows by SQL of their own, computed from other rows: grants of awards, conflicts, lines, flags, sealed assignments. */
const COMPUTED = ['account.grant', 'ranking.award', 'review.assignment', 'review.conflict', 'vote.flag']
/** Entities of which plugins write rows in bulk; each place says which entry tells of them instead. */
const BULK = new Set([...COMPUTED, ...bulkEntities()])
const SCHEMA = 'watched'
/** Of the pool that answers calls. */
const SERVER = 'agon'

/** Once for a template database; its copies have the triggers too. */
export async function watchWrites(pool: pg.Pool, platform: Platform): Promise<void> {
  await pool.query(`CREATE SCHEMA ${SCHEMA}`)
  await pool.query(
    `CREATE TABLE ${SCHEMA}.write (id bigserial, xid xid8 DEFAULT pg_current_xact_id(), "table" text, "before" jsonb, "after" jsonb)`,
  )
  await pool.query(`CREATE FUNCTION ${SCHEMA}.note() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF current_setting('application_name') = '${SERVER}' THEN
      INSERT INTO ${SCHEMA}.write ("table", "before", "after") VALUES (TG_TABLE_NAME,
        CASE WHEN TG_OP = 'INSERT' THEN NULL ELSE to_jsonb(OLD) END, CASE WHEN TG_OP = 'DELETE' THEN NULL ELSE to_jsonb(NEW) END);
    END IF;
    RETURN NULL;
  END $$`)
  for (const entity of logged(platform))
    await pool.query(
      `CREATE TRIGGER watched AFTER INSERT OR UPDATE OR DELETE ON "${tableName(entity.id)}" FOR EACH ROW EXECUTE FUNCTION ${SCHEMA}.note()`,
    )
}

function logged(platform: Platform): EntityDocument[] {
  const isWatched = ({ id, unlogged }: EntityDocument) =>
    !LOGGED_BY_KERNEL.includes(id) && (unlogged === undefined || unlogged.fields !== undefined)
  return [...platform.documents.entity.values()].filter(isWatched)
}

function bulkEntities(): string[] {
  const folder = join(PROJECT_DIRECTORY, 'plugins')
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'))
  const places = files.flatMap((file) => [...readFileSync(join(folder, file), 'utf8').matchAll(/\.bulk\(\s*'([\w.]+)'/g)])
  return places.map(([, entity]) => entity!)
}

type Values = Record<string, unknown>
interface Change {
  before: Values | null
  after: Values | null
}
interface Noted extends Change {
  xid: string
  entity: string
  rowId: string
}

/** Writes without a true entry, a line each: `team.member 7: no entry`. */
export async function falseWrites(pool: pg.Pool, platform: Platform): Promise<string[]> {
  const found = await pool.query(`SELECT to_regclass('${SCHEMA}.write') IS NOT NULL AS "is"`)
  if (!found.rows[0].is) return []
  const entities = new Map(logged(platform).map((entity) => [tableName(entity.id), entity]))
  const notes = await pool.query(`SELECT xid::text, "table", "before", "after" FROM ${SCHEMA}.write ORDER BY id`)
  const entries = await pool.query(
    `SELECT _transaction::text AS xid, "entity", "rowId", "before", "after" FROM platform_log WHERE _transaction IN (SELECT xid FROM ${SCHEMA}.write) ORDER BY id`,
  )
  const written = new Map<string, Noted>()
  for (const { xid, table, before, after } of notes.rows) {
    const entity = entities.get(table)
    if (!entity) continue
    const rowId = String((after ?? before).id)
    merge(written, { xid, entity: entity.id, rowId, before, after })
  }
  const recorded = new Map<string, Noted>()
  for (const entry of entries.rows) merge(recorded, entry, true)
  const erasing = new Set([...written.values()].filter(closesAccount).map(({ xid }) => xid))
  const moved = movedFields(platform)
  return [...written]
    .filter(([, { xid }]) => !erasing.has(xid))
    .flatMap(([key, note]) => falseParts(note, recorded.get(key), platform, moved.get(note.entity) ?? []))
}

/** One transaction may write a row several times: the first `before` and the last `after` count; entries may tell columns one after the other. */
function merge(known: Map<string, Noted>, next: Noted, isPart = false): void {
  const key = `${next.xid} ${next.entity} ${next.rowId}`
  const earlier = known.get(key)
  if (!earlier) known.set(key, next)
  else if (!isPart) known.set(key, { ...earlier, after: next.after })
  else {
    const before = earlier.before === null ? null : { ...next.before, ...earlier.before }
    known.set(key, { ...earlier, before, after: next.after === null ? null : { ...earlier.after, ...next.after } })
  }
}

/** What is erased stands in no entry. */
function closesAccount({ entity, before, after }: Noted): boolean {
  return entity === 'account.user' && before !== null && before.state !== 'closed' && after?.state === 'closed'
}

/** Entity -> the positions that a move numbers again; the entry of the moved row tells of its neighbours. */
function movedFields(platform: Platform): Map<string, string[]> {
  const moves = [...platform.documents.call.values()].flatMap(({ operation }) => (operation?.kind === 'move' ? [operation] : []))
  return new Map([...Map.groupBy(moves, ({ entity }) => entity)].map(([entity, all]) => [entity, all.map(({ position }) => position)]))
}

function falseParts(note: Noted, entry: Noted | undefined, platform: Platform, moved: readonly string[]): string[] {
  const entity = platform.get('entity', note.entity)
  const names = Object.keys(entity.fields).filter((name) => {
    const field = entity.fields[name]!
    if (entry === undefined && moved.includes(name)) return false
    return !field.computed && !entity.unlogged?.fields?.includes(name) && !same(note.before?.[name], note.after?.[name])
  })
  if (names.length === 0 && note.before && note.after) return []
  if (!note.before && !note.after) return []
  const place = `${note.entity} ${note.before ? (note.after ? 'change' : 'removal') : 'addition'} ${names.join(',')}`
  if (!entry) return BULK.has(note.entity) || goesWithOthers(note, platform) ? [] : [`${place}: no entry`]
  return (['before', 'after'] as const).flatMap((side) => {
    const row = note[side]
    if (row === null) return entry[side] === null ? [] : [`${place}: the entry has "${side}"`]
    const recorded = entry[side] ?? {}
    const wrong = names.filter((name) =>
      !(name in recorded) ? row[name] != null : !agrees(recorded[name], row[name], entity, name, platform),
    )
    return wrong.map((name) => `${note.entity}.${name}: "${side}" is ${short(row[name])}, the entry says ${short(recorded[name])}`)
  })
}

/** The database removes it with a row that it belongs to, whose entry tells. */
function goesWithOthers({ entity, after }: Noted, platform: Platform): boolean {
  return after === null && Object.values(platform.get('entity', entity).fields).some(({ onDelete }) => onDelete === 'cascade')
}

function agrees(recorded: unknown, stored: unknown, { fields }: EntityDocument, name: string, platform: Platform): boolean {
  const field = fields[name]!
  if (field.sensitive || field.mask || field.type === 'secret' || recorded === '[redacted]') return (recorded == null) === (stored == null)
  if (field.type === 'datetime') return moment(recorded) === moment(stored)
  if (field.type === 'ref' || (field.type === 'enum' && !enumIsInteger(field, platform))) return text(recorded) === text(stored)
  return same(recorded, stored)
}

function moment(value: unknown): number | null {
  return value == null ? null : Date.parse(String(value))
}
function text(value: unknown): string | null {
  return value == null ? null : String(value)
}
function same(one: unknown, other: unknown): boolean {
  return sorted(one) === sorted(other)
}
function sorted(value: unknown): string {
  const byName = (_: string, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part) ? Object.fromEntries(Object.entries(part).toSorted()) : part
  return JSON.stringify(value ?? null, byName)
}
function short(value: unknown): string {
  return (JSON.stringify(value) ?? 'nothing').slice(0, 60)
}
