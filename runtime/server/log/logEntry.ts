/** Writes entries of the audit log (entity `platform.log`) as part of the statement or transaction that they tell of. The log's own fields beside
 *  the kernel's are filled from the row they tell of (`sharedFields`), so a product decides by its log entity whose log someone may read. */
import type { LogEntry } from '../../core/contracts.ts'
import type { EntityDocument, Text } from '../../core/documents.ts'
import { AgonError } from '../../core/errors.ts'
import type { Platform } from '../../core/platform.ts'
import type { CallRun } from '../calls/CallRun.ts'
import { SqlWriter } from '../database/SqlWriter.ts'
import { idName, NOTHING, type SharedField, sharedFields } from '../database/sharedFields.ts'
import { quote, tableName } from '../database/tableNames.ts'
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

/** What the asker tells of a write; the rows tell the rest. */
export interface LogFacts {
  /** Cut to 500 characters. Not a text: none. */
  reason?: unknown
  /** Id of the person who acts, when the session does not name them. */
  actorId?: string | undefined
  /** The row is an account that is opened: it acts itself. */
  byItself?: boolean | undefined
  /** Fields of the log that the row does not have: the objects it belongs to. */
  of?: Readonly<Record<string, unknown>> | undefined
}

/** What one call writes into the log about rows of one entity. Null when the platform has no log. */
export interface LogWriter {
  /** `INSERT INTO platform_log ... SELECT ...`, to stand in a CTE. */
  insertFrom(writer: SqlWriter, run: CallRun, facts: LogFacts, source: LogSource): string
}

/** Whether writes of rows of an entity have entries at all. */
export function hasEntries({ unlogged }: EntityDocument): boolean {
  return unlogged === undefined || unlogged.fields !== undefined
}

/** Whether entries tell of a field. */
export function isLogged({ unlogged }: EntityDocument, field: string): boolean {
  return unlogged === undefined || unlogged.fields?.includes(field) === false
}

/** Writer of the log entries that one call makes for rows of an entity. @param title  of the call */
export function logWriter(platform: Platform, entity: EntityDocument, title: Text | undefined): LogWriter | null {
  const log = platform.documents.entity.get(LOG_ENTITY)
  if (!log) return null
  const shared = sharedFields(log, OWN_FIELDS, entity, platform)
  const names = [...OWN_FIELDS, ...shared.map(({ name }) => name)].map(quote).join(', ')
  const titleJson = title === undefined ? null : JSON.stringify(localTextOf(platform, title))
  return {
    insertFrom(writer, run, { reason, actorId, byItself, of = {} }, { from, alias, before, after }) {
      const actor = byItself ? [`${alias}."id"::text`, `${alias}."name"`] : actorOf(writer, run, actorId)
      const facts = [...actor, ...callFacts(writer, run, titleJson, typeof reason === 'string' ? reason.slice(0, MAX_REASON) : null)]
      const row = [writer.value(entity.id, 'text'), `${alias}."id"::text`, before, after]
      const owners = shared.map((field) => sharedValue(field, of, writer) ?? field.of(alias))
      return `INSERT INTO ${LOG_TABLE} (${names}) SELECT ${[...facts, ...row, ...owners].join(', ')} FROM ${from}`
    },
  }
}

/** SQL of a field of the log that the writer of the row tells; null where it tells nothing. */
function sharedValue({ name, container }: SharedField, of: Readonly<Record<string, unknown>>, writer: SqlWriter): string | null {
  const value = textOrNull(of[name])
  if (value !== null) return writer.value(value, 'text')
  const inside = container ? textOrNull(of[container.named]) : null
  return container && inside !== null ? container.of(writer.value(inside, 'text')) : null
}

/** Entry for a row that a handler wrote by itself. @throws nothing when the platform has no log */
export async function recordEntry(run: CallRun, entry: LogEntry, title: Text | undefined): Promise<void> {
  const { platform } = run.set
  const log = platform.documents.entity.get(LOG_ENTITY)
  const entity = platform.documents.entity.get(entry.entity)
  if (!entity) throw new AgonError('DOCUMENT_UNKNOWN', { kind: 'entity', id: entry.entity })
  if (!log) return
  const writer = new SqlWriter()
  const shared = sharedFields(log, OWN_FIELDS, entity, platform)
  const titleJson = title === undefined ? null : JSON.stringify(localTextOf(platform, title))
  const facts = [...actorOf(writer, run, entry.actorId), ...callFacts(writer, run, titleJson, entry.reason?.slice(0, MAX_REASON) ?? null)]
  const row = { ...(entry.before as object | null), ...(entry.after as object | null) } as Record<string, unknown>
  const json = (value: unknown) => (value == null ? null : JSON.stringify(redactValue(value, entity, platform)))
  const logged = [
    writer.value(entry.entity, 'text'),
    writer.value(entry.rowId, 'text'),
    writer.value(json(entry.before), 'jsonb'),
    writer.value(json(entry.after), 'jsonb'),
  ]
  // handlers tell what changed; the row itself tells whose it is
  const given = (name: string) => (name === idName(entity.id) ? entry.rowId || null : textOrNull(entry.of?.[name] ?? row[name]))
  const stored = (of: string) =>
    of === NOTHING || entry.rowId === ''
      ? NOTHING
      : `(SELECT ${of} FROM ${quote(tableName(entity.id))} r WHERE r."id" = ${writer.value(entry.rowId, 'bigint')})`
  const own = shared.map(({ name, of, container }) => {
    const value = given(name)
    if (value !== null) return writer.value(value, 'text')
    const inside = container ? given(container.named) : null
    return container && inside !== null ? container.of(writer.value(inside, 'text')) : stored(of('r'))
  })
  const names = [...OWN_FIELDS, ...shared.map(({ name }) => name)].map(quote).join(', ')
  await run.later(writer.statement(`INSERT INTO ${LOG_TABLE} (${names}) VALUES (${[...facts, ...logged, ...own].join(', ')})`))
  run.transaction?.written.add(entry.entity)
}

/** Fields of the log that a row fills: the objects it belongs to, for entries that tell of something else of them. */
export function logFacts(platform: Platform, entityId: string, row: Readonly<Record<string, unknown>>): Record<string, string | null> {
  const log = platform.documents.entity.get(LOG_ENTITY)
  const own: readonly string[] = OWN_FIELDS
  const names = Object.keys(log?.fields ?? {}).filter((name) => !own.includes(name))
  return Object.fromEntries(names.map((name) => [name, textOrNull(name === idName(entityId) ? row.id : row[name])]))
}

/** SQL of who acts: id and name. @param actorId  someone else than who asks */
function actorOf(writer: SqlWriter, run: CallRun, actorId?: string): string[] {
  if (actorId !== undefined) return namedActor(writer, actorId)
  const session = run.actor ?? run.session
  const { actorId: id, actorName } = session.seeing ?? { actorId: session.userId, actorName: session.name }
  return [writer.value(id, 'text'), writer.value(actorName, 'text')]
}

/** SQL of what the call tells beside who acts. */
function callFacts(writer: SqlWriter, { session, actor, request, cause }: CallRun, title: string | null, reason: string | null): string[] {
  const facts: [unknown, string][] = [
    [(actor ?? session).identity, 'text'],
    [cause?.id ?? null, 'text'],
    [title, 'jsonb'],
    [request.ip, 'text'],
    [reason, 'text'],
    [request.id, 'text'],
  ]
  return facts.map(([value, type]) => writer.value(value, type))
}

/** Id and name of someone else than who asks. */
function namedActor(writer: SqlWriter, id: string): string[] {
  return [writer.value(id, 'text'), `(SELECT u."name" FROM account_user u WHERE u."id" = ${writer.value(id, 'bigint')})`]
}

function textOrNull(value: unknown): string | null {
  return value == null || typeof value === 'object' ? null : String(value)
}
