/** Writes entries of the operation log (entity `platform.log`) as part of the statement or transaction that they tell of. The log's own fields beside
 *  the kernel's are filled from the row they tell of: a field of the same name, or `<last part of the entity's id>Id` for the row itself; so a product
 *  decides by its log entity whose log someone may read. */
import type { LogEntry } from '../../core/contracts.ts'
import type { EntityDocument, Text } from '../../core/documents.ts'
import { AgonError } from '../../core/errors.ts'
import type { Platform } from '../../core/platform.ts'
import type { CallRun } from '../calls/CallRun.ts'
import { datetimeText } from '../database/celToSql.ts'
import { SqlWriter } from '../database/SqlWriter.ts'
import { quote } from '../database/tableNames.ts'
import { localTextOf } from '../wire/localTextOf.ts'
import { redactValue } from './redactValue.ts'

export const LOG_ENTITY = 'platform.log'
export const LOG_TABLE = 'platform_log'

/** Fields of the log entity that the kernel fills. Order of the parameters in the statements. */
const OWN_FIELDS = [
  'actorId',
  'actorName',
  'identity',
  'call',
  'title',
  'ip',
  'reason',
  'requestId',
  'entity',
  'rowId',
  'before',
  'after',
] as const
const MAX_REASON = 500

/** SQL of the values of one entry, over the rows of the statement. */
export interface LogSource {
  /** `FROM` of the entry: a CTE, or several joined. */
  from: string
  /** Alias of the row the entry tells of. */
  alias: string
  before: string
  after: string
}

/** What one call writes into the log about rows of one entity. Null when the platform has no log. */
export interface LogWriter {
  /** `INSERT INTO platform_log ... SELECT ...`, to are in a CTE. */
  insertFrom(writer: SqlWriter, run: CallRun, input: Readonly<Record<string, unknown>>, source: LogSource): string
}

export function logWriter(platform: Platform, entity: EntityDocument, title: Text | undefined): LogWriter | null {
  const log = platform.documents.entity.get(LOG_ENTITY)
  if (!log) return null
  const shared = sharedFields(log, entity)
  const names = [...OWN_FIELDS, ...shared.map(({ name }) => name)].map(quote).join(', ')
  const titleJson = title === undefined ? null : JSON.stringify(localTextOf(platform, title))
  return {
    insertFrom(writer, run, input, { from, alias, before, after }) {
      const facts = actorFacts(writer, run, titleJson, reasonOf(input))
      const row = [writer.value(entity.id, 'text'), `${alias}."id"::text`, before, after]
      const values = [...facts, ...row, ...shared.map((field) => sharedValue(field, alias))].join(', ')
      return `INSERT INTO ${LOG_TABLE} (${names}) SELECT ${values} FROM ${from}`
    },
  }
}

/** Entry for a row that a handler wrote by itself. @throws nothing when the platform has no log */
export async function recordEntry(run: CallRun, entry: LogEntry, title: Text | undefined): Promise<void> {
  const { platform } = run.set
  const log = platform.documents.entity.get(LOG_ENTITY)
  const entity = platform.documents.entity.get(entry.entity)
  if (!entity) throw new AgonError('DOCUMENT_UNKNOWN', { kind: 'entity', id: entry.entity })
  if (!log) return
  const writer = new SqlWriter()
  const shared = sharedFields(log, entity)
  const titleJson = title === undefined ? null : JSON.stringify(localTextOf(platform, title))
  const facts = actorFacts(writer, run, titleJson, entry.reason?.slice(0, MAX_REASON) ?? null, entry.actorId)
  const row = { ...(entry.before as object | null), ...(entry.after as object | null) } as Record<string, unknown>
  const json = (value: unknown) => (value == null ? null : JSON.stringify(redactValue(value, entity)))
  const told = [
    writer.value(entry.entity, 'text'),
    writer.value(entry.rowId, 'text'),
    writer.value(json(entry.before), 'jsonb'),
    writer.value(json(entry.after), 'jsonb'),
  ]
  const own = shared.map(({ name, source }) => writer.value(source === 'id' ? entry.rowId : textOrNull(row[name]), 'text'))
  const names = [...OWN_FIELDS, ...shared.map(({ name }) => name)].map(quote).join(', ')
  await run.later(writer.statement(`INSERT INTO ${LOG_TABLE} (${names}) VALUES (${[...facts, ...told, ...own].join(', ')})`))
  run.transaction?.written.add(entry.entity)
}

interface SharedField {
  name: string
  source: 'field' | 'id'
  datetime: boolean
}

function sharedFields(log: EntityDocument, entity: EntityDocument): SharedField[] {
  const own: readonly string[] = OWN_FIELDS
  const itself = `${entity.id.split('.').at(-1)}Id`
  return Object.keys(log.fields).flatMap((name): SharedField[] => {
    if (own.includes(name) || log.fields[name]?.computed) return []
    if (name === itself) return [{ name, source: 'id', datetime: false }]
    const field = entity.fields[name]
    return field && !field.computed ? [{ name, source: 'field', datetime: field.type === 'datetime' }] : []
  })
}

function sharedValue({ name, source, datetime }: SharedField, alias: string): string {
  if (source === 'id') return `${alias}."id"::text`
  const column = `${alias}.${quote(name)}`
  return datetime ? datetimeText(column) : `${column}::text`
}

/** @param actorId someone else than who asks */
function actorFacts(writer: SqlWriter, run: CallRun, title: string | null, reason: string | null, actorId?: string): string[] {
  const { session, request, cause } = run
  const asker = () => [
    writer.value(session.seeing?.actorId ?? session.userId, 'text'),
    writer.value(session.seeing?.actorName ?? session.name, 'text'),
  ]
  const facts: [unknown, string][] = [
    [session.identity, 'text'],
    [cause?.id ?? null, 'text'],
    [title, 'jsonb'],
    [request.ip, 'text'],
    [reason, 'text'],
    [request.id, 'text'],
  ]
  const actor = actorId === undefined ? asker() : namedActor(writer, actorId)
  return [...actor, ...facts.map(([value, type]) => writer.value(value, type))]
}

/** Id and name of someone else than who asks. */
function namedActor(writer: SqlWriter, id: string): string[] {
  return [writer.value(id, 'text'), `(SELECT u."name" FROM account_user u WHERE u."id" = ${writer.value(id, 'bigint')})`]
}

function reasonOf(input: Readonly<Record<string, unknown>>): string | null {
  return typeof input.reason === 'string' ? input.reason.slice(0, MAX_REASON) : null
}

function textOrNull(value: unknown): string | null {
  return value == null || typeof value === 'object' ? null : String(value)
}
