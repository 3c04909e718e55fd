/** Flows: the transitions of one status field. A transition locks the row, looks at where it stands, checks, applies its effects and logs, all in the
 *  caller's transaction; of two at the same time the second sees the new state and is refused with FLOW_STATE. */

import type { ErrorCode } from '../../core/contracts.ts'
import type { Access, Effect, EntityDocument, FlowDocument, Permission, Value } from '../../core/documents.ts'
import { AgonError } from '../../core/errors.ts'
import { compileExpression, evaluateCondition } from '../../core/expressions/index.ts'
import { isId } from '../../core/idPattern.ts'
import type { Platform } from '../../core/platform.ts'
import { named, SqlWriter } from '../database/SqlWriter.ts'
import type { TableModel } from '../database/tableModel.ts'
import { quote, tableName } from '../database/tableNames.ts'
import { hasEntries, type LogSource, type LogWriter, logWriter } from '../log/logEntry.ts'
import { writeText } from '../rows/writeText.ts'
import { permittedReach } from './accessRule.ts'
import type { CallRun } from './CallRun.ts'
import { encodeValue } from './columnValues.ts'
import { compileValue, type EvaluateValue, plainParameter } from './compileValue.ts'
import { compileEffects } from './effects.ts'
import { type FileClaim, type NamedFiles, withStoredFacts } from './fileClaim.ts'
import { type ReferredFields, referredFields } from './referredFields.ts'
import { ROW, type RowSelection, reachesRow, wholeRow } from './rowSource.ts'

export interface Flow {
  document: FlowDocument
  /** @throws NOT_FOUND, FLOW_STATE, PERMISSION_DENIED, FLOW_CONDITION (or the transition's error), FLOW_LIMIT (or the effect's error) */
  take(run: CallRun, step: FlowStep): Promise<Row>
  /** The error of the first effect that has reached its limit; null while there is room. Reads only. */
  limitReached(run: CallRun, transition: string, row: Readonly<Row>): Promise<Refusal | null>
}
interface Refusal {
  code: ErrorCode
  details: Record<string, string>
}
export interface FlowStep {
  transition: string
  /** WHERE of the one row, over the alias `t`. */
  condition: (writer: SqlWriter) => string
  input: Readonly<Record<string, unknown>>
  /** Access of the call the transition is part of: its `within` binds the transition's permission. */
  access: Access
  /** Further columns to set. */
  set?: readonly SetValue[]
  /** Of the files among them. */
  files?: FileClaim | null
}
/** PostgreSQL's code. */
const DIVISION_BY_ZERO = '22012'
type Row = Record<string, unknown>
type Transition = FlowDocument['transitions'][number]
export interface SetValue {
  name: string
  parameter: string | null
  evaluate: EvaluateValue
}

/** `set` of a call or an effect. */
export function setValues(set: Record<string, Value>): SetValue[] {
  return Object.entries(set).map(([name, value]) => ({ name, parameter: plainParameter(value), evaluate: compileValue(value) }))
}

/** @throws CALL_COMPILE, CEL_SQL, ExpressionError */
export function compileFlow(document: FlowDocument, platform: Platform, tables: ReadonlyMap<string, TableModel>): Flow {
  const entity = platform.get('entity', document.entity)
  const selection: RowSelection = { entity, platform, model: tables.get(entity.id)! }
  const steps = new Map(
    document.transitions.map((transition) => [transition.id, compileTransition(document, transition, selection, tables)]),
  )
  const columns = wholeRow(selection, ROW)
  const table = quote(selection.model.name)

  async function take(run: CallRun, step: FlowStep): Promise<Row> {
    const transition = steps.get(step.transition)
    if (!transition) throw new AgonError('FLOW_STATE', { flow: document.id, transition: step.transition, state: null })
    const scope = run.scope(step.input)
    const writer = new SqlWriter()
    const read = `${columns(writer, scope)}${transition.referred.columns(writer, scope)}`
    const text = `SELECT ${read} FROM ${table} ${ROW} WHERE ${step.condition(writer)} LIMIT 1 FOR UPDATE OF ${ROW}`
    const [before] = (await run.query(writer.statement(text))).rows
    if (!before) throw new AgonError('NOT_FOUND', { entity: entity.id, id: typeof step.input.id === 'string' ? step.input.id : '' })
    return transition.take(run, step, before)
  }
  const limits = new Map(document.transitions.map(({ id, effects = [] }) => [id, compileLimits(effects, selection, tables)]))
  return { document, take, limitReached: async (run, transition, row) => limits.get(transition)?.(run, row) ?? null }
}

interface CompiledTransition {
  /** What its expressions read of rows that the row refers to. */
  referred: ReferredFields
  take(run: CallRun, step: FlowStep, before: Row): Promise<Row>
}

function compileTransition(
  flow: FlowDocument,
  transition: Transition,
  selection: RowSelection,
  tables: ReadonlyMap<string, TableModel>,
): CompiledTransition {
  const referred = referredFields(selection.entity, selection.platform, ROW)
  const condition = transition.condition ? compileExpression(referred.over(transition.condition).cel) : null
  const effects = transition.effects ?? []
  const set = effects.flatMap((effect) => ('set' in effect ? setValues(referred.over(effect.set as never)) : []))
  const update = compileUpdate(flow, transition, selection, referred)
  const adds = effects.flatMap((effect) => ('add' in effect ? [compileAdd(effect, selection, tables)] : []))
  const others = compileEffects(effects, referred.over)
  const take: CompiledTransition['take'] = async (run, step, before) => {
    const state = before[flow.field] as string | number
    const facts = { flow: flow.id, transition: transition.id }
    if (!transition.from.includes(state)) throw new AgonError(flow.error ?? 'FLOW_STATE', { ...facts, state })
    if (transition.permission && !(await permitted(run, selection, transition.permission, step.access, before))) {
      throw new AgonError('PERMISSION_DENIED', { call: run.call?.id ?? flow.id, permission: transition.permission })
    }
    const scope = { ...run.scope(step.input), row: before }
    if (condition && !evaluateCondition(condition, scope)) throw new AgonError(transition.error ?? 'FLOW_CONDITION', facts)
    for (const add of adds) add(run, before)
    const after = await update(run, step, [...(step.set ?? []), ...set], before)
    await run.set.rulesOf(flow.entity)?.afterTransition(transition.id)?.(run, after)
    await others(run, { ...run.scope(step.input), row: after }, { flow: flow.id, transition: transition.id, before })
    return after
  }
  return { referred, take }
}

async function permitted(run: CallRun, selection: RowSelection, permission: Permission, access: Access, row: Row): Promise<boolean> {
  const reach = permittedReach(run.session, permission, access, selection.platform.app.scopes)
  return reach !== 'denied' && reachesRow(run, selection, reach, row)
}

function compileUpdate(flow: FlowDocument, transition: Transition, selection: RowSelection, referred: ReferredFields) {
  const { model, entity, platform } = selection
  const log: LogWriter | null = hasEntries(entity) ? logWriter(platform, entity, transition.title) : null
  const columns = wholeRow(selection, ROW)
  const text = writeText(selection)
  return async (run: CallRun, step: FlowStep, set: readonly SetValue[], row: Row): Promise<Row> => {
    const scope = { ...run.scope(step.input), row }
    const writer = new SqlWriter()
    const files: NamedFiles = (await step.files?.prepare(run, scope)) ?? new Map()
    const values = set.filter(({ parameter }) => parameter === null || step.input[parameter] !== undefined)
    const valueFor = (name: string, value: unknown) =>
      step.files && isFileField(model, name) && value != null ? withStoredFacts(value, files) : value
    const encoded = values.map(({ name, evaluate }) => ({ name, sql: encodeColumn(model, name, valueFor(name, evaluate(scope)), writer) }))
    const state = { name: flow.field, sql: encodeColumn(model, flow.field, transition.to, writer) }
    const touched = { name: 'updatedAt', sql: 'now()' }
    const changes = [...new Map([...encoded, state, touched].map((change) => [change.name, change])).values()]
    const entry = log && ((source: LogSource) => log.insertFrom(writer, run, { reason: step.input.reason }, source))
    const answer = `${step.files?.columns ?? ''}${columns(writer, scope)}${referred.columns(writer, scope)} FROM ${ROW}`
    const where = `${ROW}."id" = ${writer.value(row.id, 'bigint')}`
    const { rows } = await run.query(writer.statement(text.change({ where, set: changes, entry, answer })))
    await step.files?.settle(run, rows, files)
    return rows[0]!
  }
}

function isFileField({ columns }: TableModel, name: string): boolean {
  return ['file', 'files'].includes(columns.get(name)?.field.type ?? '')
}

function encodeColumn(model: TableModel, name: string, value: unknown, writer: SqlWriter): string {
  const column = model.columns.get(name)
  if (!column) throw new AgonError('CALL_COMPILE', { call: model.entity.id, reason: `${model.entity.id} has no field "${name}"` })
  return writer.value(encodeValue(value, column), column.type)
}

type Add = Extract<Effect, { add: unknown }>['add']

/** @throws CALL_COMPILE when the effect adds to no field */
function countedField(add: Add, { entity, platform, model }: RowSelection, tables: ReadonlyMap<string, TableModel>) {
  const reference = model.columns.get(add.ref)?.field
  const target = reference?.entity ? platform.get('entity', reference.entity) : null
  const counted = target ? tables.get(target.id)?.columns.get(add.field) : undefined
  if (!target || !counted)
    throw new AgonError('CALL_COMPILE', { call: entity.id, reason: `the effect adds to "${add.ref}.${add.field}", which is no field` })
  return { target, counted }
}

function refusalOf(add: Add, target: EntityDocument): Refusal {
  return { code: (add.error as ErrorCode | undefined) ?? 'FLOW_LIMIT', details: { entity: target.id, field: add.field } }
}

/** One statement that reads how all limits of a transition stand. */
function compileLimits(effects: readonly Effect[], selection: RowSelection, tables: ReadonlyMap<string, TableModel>) {
  const limited = effects.flatMap((effect) => ('add' in effect && effect.add.atMost ? [effect.add] : []))
  const tests = limited.map((add) => {
    const { target, counted } = countedField(add, selection, tables)
    const isRoom = `${quote(add.atMost!)} IS NULL OR ${quote(add.field)} + ${Number(add.by)}::${counted.type} <= ${quote(add.atMost!)}`
    return { add, refusal: refusalOf(add, target), isRoom, table: quote(tableName(target.id)) }
  })
  return async (run: CallRun, row: Readonly<Row>): Promise<Refusal | null> => {
    const asked = tests.filter(({ add }) => isId(String(row[add.ref])))
    if (asked.length === 0) return null
    const parts = asked.map(({ isRoom, table }, at) => `(SELECT ${isRoom} FROM ${table} WHERE "id" = $${at + 1}::bigint) AS "${at}"`)
    const { rows } = await run.query({ text: `SELECT ${parts.join(', ')}`, values: asked.map(({ add }) => row[add.ref]) })
    return asked.find((_, at) => rows[0]?.[at] === false)?.refusal ?? null
  }
}

/** One guarded statement: concurrent calls cannot pass the limit together. It runs last, so that the counted row is locked only at the end of the
 *  transaction. */
function compileAdd(
  { add }: Extract<Effect, { add: unknown }>,
  { entity, platform, model }: RowSelection,
  tables: ReadonlyMap<string, TableModel>,
) {
  const { target, counted } = countedField(add, { entity, platform, model }, tables)
  const column = quote(add.field)
  const table = tableName(target.id)
  const limit = add.atMost ? ` AND (${quote(add.atMost)} IS NULL OR ${column} + $2::${counted.type} <= ${quote(add.atMost)})` : ''
  const update = `UPDATE ${quote(table)} SET ${column} = ${column} + $2::${counted.type}, "updatedAt" = now() WHERE "id" = $1::bigint${limit}`
  // COMMIT is already sent: a reached limit updates no row, and the division by zero fails the transaction
  const text = `WITH added AS (${update} RETURNING 1) SELECT 1 / count(*) FROM added`
  const { code, details } = refusalOf(add, target)
  const refusal = (error: unknown) => ((error as { code?: string }).code === DIVISION_BY_ZERO ? new AgonError(code, details) : error)
  return (run: CallRun, row: Row): void => {
    const id = row[add.ref]
    if (id == null) return
    run.transaction!.last({ statement: named({ text, values: [id, add.by] }), row: `${table} ${id}`, refusal })
  }
}
