/** Door `context.rows`: how handlers read one row, write rows and move them through their flows. Types only; the server makes it in `runtime/server/rows/`. */
import type { Database, EntityTransitions, EntityTypes, ErrorCode, FlowRow, HandlerContext, TransitionTypes } from '../contracts.ts'

export type EntityName = keyof EntityTypes & string
export type FlowName = keyof TransitionTypes & string
/** A row as it is read, without computed fields. */
export type EntityRow<E extends EntityName> = EntityTypes[E]['row']
type Added<E extends EntityName> = EntityTypes[E]['add']
type Changed<E extends EntityName> = EntityTypes[E]['change']

type FieldOf<E extends EntityName> = keyof EntityTypes[E]['row'] & string

/** Rows that have all these values; a list means one of its values, null an empty column. */
export type RowWhere<E extends EntityName> = { readonly [F in keyof EntityRow<E>]?: EntityRow<E>[F] | readonly EntityRow<E>[F][] | null }

export interface RowRead {
  /** Until the end of the transaction no one else changes the row. */
  lock?: boolean
}

/** What the log entry of a write contains besides what the rows tell. */
export interface ChangeLog {
  reason?: string
  /** Fields of the log that the row does not have: the objects it belongs to. They decide who may read the entry. */
  of?: Readonly<Record<string, unknown>>
  /** Id of the person who acts when the session does not name them: someone who is signing in. */
  actorId?: string
  /** The new row is an account that someone opens for themselves: it acts itself. */
  byItself?: boolean
}

/** What else `keep` does. */
export interface KeepRules<E extends EntityName> {
  /** Field that takes the place of a row in the list, from 0. */
  position?: FieldOf<E>
  /** Change of rows that leave; without it they are removed. */
  leaving?: Changed<E>
}

/** What holds for the rows of an entity, by any writer: a call, a flow or a handler. `plugins/<area>/<thing>.rules.ts`. All of it happens in the transaction
 *  of the write, with the rights of who asks. Rows that the database removes with another one (`onDelete: cascade`) are not asked about. */
export interface RowRules<E extends EntityName> {
  /** Before a row is added (`row` is null) or changed; it is locked. Transitions are not asked: flows say what they set. Counters and places of a list are not.
   *  @returns what changes besides. @throws to refuse */
  beforeSave?(row: EntityRow<E> | null, change: Changed<E>, context: HandlerContext): Promise<Changed<E> | undefined>
  /** @param before  null when the row was added */
  afterSave?(row: EntityRow<E>, before: EntityRow<E> | null, context: HandlerContext): Promise<void>
  /** @throws to refuse */
  beforeRemove?(row: EntityRow<E>, context: HandlerContext): Promise<void>
  /** By the name of a transition, before the effects that its flow says. @throws to refuse */
  afterTransition?: { readonly [T in TransitionOf<E>]?: (row: EntityRow<E>, context: HandlerContext) => Promise<void> }
}
type TransitionOf<E extends EntityName> = (E extends keyof EntityTransitions ? EntityTransitions[E] : never) & string

/** Rows of entities. Each write locks its rows, reads what they were, writes, and adds one entry for each row to the audit log; the `onWrite` handler of
 *  the entity sees them at the end of the call. Entities that say `unlogged` have no entries. Values stand as rows carry them. */
export interface RowService {
  /** @throws NOT_FOUND */
  get<E extends EntityName>(entity: E, id: string, read?: RowRead): Promise<EntityRow<E>>
  /** The first row with these values; null when there is none. */
  find<E extends EntityName>(entity: E, where: RowWhere<E>, read?: RowRead): Promise<EntityRow<E> | null>
  /** All rows with these values, by id. For the few that belong to one thing: others are read page by page. */
  all<E extends EntityName>(entity: E, where: RowWhere<E>, read?: RowRead): Promise<EntityRow<E>[]>
  /** @returns the id */
  create<E extends EntityName>(entity: E, values: Added<E>, log?: ChangeLog): Promise<string>
  /** @returns the ids, in the order of the values */
  createAll<E extends EntityName>(entity: E, values: readonly Added<E>[], log?: ChangeLog): Promise<string[]>
  /** Adds the rows that are not there yet. @param key  fields of a unique combination. @returns the ids of the new ones */
  createMissing<E extends EntityName>(
    entity: E,
    key: readonly FieldOf<E>[],
    values: readonly Added<E>[],
    log?: ChangeLog,
  ): Promise<string[]>
  /** Changes the row that has the same values in the fields of `key`, or adds it. @param key  fields of a unique combination. @returns the id */
  put<E extends EntityName>(entity: E, key: readonly FieldOf<E>[], values: Added<E>, log?: ChangeLog): Promise<string>
  /** Adds to counters, which are `unlogged` fields: other entries tell what is counted. One guarded statement: two cannot pass a limit together.
   *  @param atMax  counter -> the field with its limit. @returns whether there was such a row with room */
  count<E extends EntityName>(
    entity: E,
    where: RowWhere<E>,
    by: { readonly [F in FieldOf<E>]?: number },
    atMax?: { readonly [F in FieldOf<E>]?: FieldOf<E> },
  ): Promise<boolean>
  /** Changes one row; the entry has the changed columns. @throws NOT_FOUND */
  save<E extends EntityName>(entity: E, row: { id: string }, change: Changed<E>, log?: ChangeLog): Promise<void>
  /** Changes all rows with these values. @returns their ids */
  saveWhere<E extends EntityName>(entity: E, where: RowWhere<E>, change: Changed<E>, log?: ChangeLog): Promise<string[]>
  /** Removes one row, if it is there; the entry has the whole row. Its files are released. */
  remove<E extends EntityName>(entity: E, row: { id: string }, log?: ChangeLog): Promise<void>
  /** @returns the ids of the removed rows */
  removeWhere<E extends EntityName>(entity: E, where: RowWhere<E>, log?: ChangeLog): Promise<string[]>
  /** Makes the rows of one thing those of a list: rows with a known id are changed, the others are added, and those that are missing leave.
   *  @param of  which rows belong to the thing; new rows get these values. @param list  values, with the id of rows that are there */
  keep<E extends EntityName>(
    entity: E,
    of: RowWhere<E> & Partial<Added<E>>,
    list: readonly (Changed<E> & { id?: string | undefined })[],
    rules?: KeepRules<E>,
    log?: ChangeLog,
  ): Promise<void>
  /** Rows of an entity that is named at run time: columns by name, values unknown. */
  open(entity: EntityName): OpenRows
  /** Statements of the caller's own, past the log and `onWrite`: for counters and for many rows together. `npm run check` holds the list of their places.
   *  @param why  the reason, and which entry tells of it instead */
  bulk<T>(entity: EntityName, why: string, work: (db: Database) => T): T
  /** Until the end of the transaction, what is written is not added up in entities with `sums`: for very many rows, before `countSums`. */
  sumsLater(): Promise<void>
  /** Counts all sums of the rows of an entity anew, by a few grouped statements; no one else writes these rows meanwhile. */
  countSums(entity: EntityName): Promise<void>
  /** Rows that a timer will act on later, as things stand, the earliest first. @param where  refs of the rows that have these values. @param span  `until`: not
   *  later than this; null: whenever. @throws DOCUMENT_UNKNOWN */
  upcoming(
    timer: string,
    where: Readonly<Record<string, string>>,
    span: { until: Date | null; max: number },
  ): Promise<{ id: string; dueAt: string }[]>
  /** Applies a transition of a flow to one row: checks the present status, permission and condition, applies the effects, writes the log entry. Returns the new row. */
  transition<F extends FlowName>(
    flow: F,
    transition: TransitionTypes[F],
    rowId: string,
    input?: Record<string, unknown>,
  ): Promise<FlowRow<F>>
  /** Takes a transition of all rows with these values that stand where it leaves, in one statement. The transition has no permission and no condition, and no
   *  effect but `set`. @param change  what changes besides. @returns the ids of the rows */
  transitionWhere<F extends FlowName>(
    flow: F,
    transition: TransitionTypes[F],
    where: { readonly [C in keyof FlowRow<F>]?: FlowRow<F>[C] | readonly FlowRow<F>[C][] | null },
    change?: Partial<FlowRow<F>>,
    log?: ChangeLog,
  ): Promise<string[]>
  /** The error with which the transition would fail because the limit of an effect is reached; null while there is room. It reads once, to refuse early before
   *  anything is written; the effect itself enforces the limit. `row` has the refs whose counters the effects change. */
  limitReached<F extends FlowName>(
    flow: F,
    transition: TransitionTypes[F],
    row: Readonly<Record<string, unknown>>,
  ): Promise<{ code: ErrorCode; details: Record<string, string> } | null>
  /** Adds an entry to the audit log inside the transaction, for an act that changes no row; what is written by `rows` logs itself. */
  record(entry: LogEntry): Promise<void>
  /** Features of an object of a scope: what it may use, and what it uses. */
  features(scope: string, id: string): Promise<FeatureUse[]>
}

export interface OpenRows {
  /** @returns the id */
  create(values: Readonly<Record<string, unknown>>, log?: ChangeLog): Promise<string>
  /** @throws NOT_FOUND */
  save(id: string, change: Readonly<Record<string, unknown>>, log?: ChangeLog): Promise<void>
}

/** One feature of one object. */
export interface FeatureUse {
  /** Id of its document. */
  feature: string
  format: 'number' | 'bytes'
  /** What every object has. */
  included: number
  /** Null: not limited. Of a feature without use: 0 for no. */
  limit: number | null
  /** Null: it is had or not. */
  used: number | null
}

export interface LogEntry {
  entity: string
  rowId: string
  before: unknown
  after: unknown
  reason?: string
  /** Id of the person who acts when the session does not name them: someone who is signing in. */
  actorId?: string
  /** Fields of the log that the row does not have: the objects it belongs to. */
  of?: Readonly<Record<string, string | null>>
}

/** What a call wrote, as in the audit log, with the log's own fields. For handlers of `onWrite`: `{ rows: WrittenRow[] }`, oldest first. */
export interface WrittenRow extends LogEntry {
  readonly [field: string]: unknown
}
