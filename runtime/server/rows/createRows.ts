/** `context.rows`: how handlers read one row and write rows. Every write goes through `rowStatements.ts`, which reads the old values and logs; files that
 *  the values name are bound to the row, and the `onWrite` handler of the entity is called at the end of the call. */
import type { ChangeLog, EntityName, LogEntry, RowService } from '../../core/contracts.ts'
import type { FlowDocument, Text, Value } from '../../core/documents.ts'
import { AgonError } from '../../core/errors.ts'
import type { CallRun } from '../calls/CallRun.ts'
import { compileValue } from '../calls/compileValue.ts'
import { governing } from '../calls/governing.ts'
import type { RowSelection } from '../calls/rowSource.ts'
import { executeRaw } from '../database/executeRaw.ts'
import { countSums, SUMS_LATER } from '../database/keepSums.ts'
import type { SqlStatement } from '../database/SqlWriter.ts'
import { namedFiles } from '../files/createFilesService.ts'
import { recordEntry } from '../log/logEntry.ts'
import { keepRows } from './keepRows.ts'
import { readRow, readRows } from './readRow.ts'
import { rowCondition } from './rowCondition.ts'
import {
  type Counted,
  countStatement,
  deleteStatement,
  insertStatement,
  type RowWrite,
  updateStatement,
  type Values,
} from './rowStatements.ts'

/** PostgreSQL takes 65,535 values in one statement. */
const MAX_VALUES = 20_000

type Writes = Pick<RowService, 'createAll' | 'createMissing' | 'saveWhere' | 'removeWhere'>

export function createRows(run: CallRun): RowService {
  const title = titleOf(run)
  const plain = rowWrites(run, title)
  const writes = byRules(run, plain)
  const guarded = guardedWrites(run, writes)
  const find: RowService['find'] = async (entity, where, read) =>
    (await readRow(run, selectionOf(run, entity).model.name, where as Values, read)) as never
  const rows: Omit<RowService, 'keep' | 'open'> = {
    ...guarded,
    find,
    all: async (entity, where, read) => (await readRows(run, selectionOf(run, entity).model.name, where as Values, read)) as never,
    async get(entity, id, read) {
      const found = await find(entity, { id } as never, read)
      if (!found) throw new AgonError('NOT_FOUND', { entity, id })
      return found
    },
    async upcoming(timer, where, span) {
      const found = run.set.timers.find(({ document }) => document.id === timer)
      if (!found) throw new AgonError('DOCUMENT_UNKNOWN', { kind: 'timer', id: timer })
      return found.upcoming(run, where, span)
    },
    async create(entity, values, log) {
      const [id] = await writes.createAll(entity, [values], log)
      return id!
    },
    async save(entity, { id }, change, log) {
      const [saved] = await guarded.saveWhere(entity, { id } as never, change, log)
      if (saved === undefined && !isEmpty(change as Values)) throw new AgonError('NOT_FOUND', { entity, id })
    },
    async put(entity, key, values, log) {
      const same = Object.fromEntries(key.map((name) => [name, (values as Values)[name] ?? null])) as never
      for (let tries = 0; ; tries += 1) {
        const changed = await guarded.saveWhere(entity, same, values as never, log)
        const [id] = changed.length > 0 ? changed : await writes.createMissing(entity, key, [values], log)
        // another call added it between the two statements
        if (id !== undefined || tries === 1) return id!
      }
    },
    async count(entity, where, by, atMax = {}) {
      const selection = selectionOf(run, entity)
      const counted = { by, atMost: atMax } as unknown as Counted
      const statement = countStatement({ run, selection, title, log: {} }, rowCondition(selection, where as Values), counted)
      return (await run.query(statement)).rows.length > 0
    },
    async remove(entity, { id }, log) {
      await writes.removeWhere(entity, { id } as never, log)
    },
    bulk: (_entity, _why, work) => work(run.db),
    async sumsLater() {
      await executeRaw(run.db, SUMS_LATER)
    },
    countSums: (entity) => countSums((text) => executeRaw(run.db, text), entity, run.set.platform),
    ...flowMoves(run, plain),
    record: (entry) => record(run, entry, title),
    features: (scope, id) => run.set.features.of(run, scope, id),
  }
  const open: RowService['open'] = (entity) => ({
    create: (values, log) => rows.create(entity, values as never, log),
    save: (id, change, log) => rows.save(entity, { id }, change as never, log),
  })
  return Object.assign(rows, { open, keep: keepRows(rows) })
}

function flowMoves(run: CallRun, writes: Writes): Pick<RowService, 'transition' | 'transitionWhere' | 'limitReached'> {
  return {
    async transitionWhere(flowId, transition, where, change, log) {
      const { document } = flowOf(run, flowId)
      if (run.set.rulesOf(document.entity)?.afterTransition(transition)) throw oneByOne(document.id, transition)
      const step = manyAtOnce(document, transition)
      const facts = Object.assign({}, ...step.set.map((set) => compileValue(set as Value)(run.scope({}))))
      const from = { ...where, [document.field]: step.from }
      return writes.saveWhere(document.entity as never, from as never, { ...facts, ...change, [document.field]: step.to } as never, log)
    },
    async limitReached(flowId, transition, row) {
      return flowOf(run, flowId).limitReached(run, transition, row)
    },
    transition(flowId, transition, rowId, input = {}) {
      run.writing('transition')
      const flow = flowOf(run, flowId)
      const access = run.call?.document.access ?? 'signedIn'
      const condition = rowCondition(selectionOf(run, flow.document.entity), { id: String(rowId) })
      return flow.take(run, { transition, condition, input, access }) as Promise<never>
    },
  }
}

/** A transition that one statement can take: nothing of it looks at a single row. @throws SERVER_FAULT */
function manyAtOnce({ id, transitions }: FlowDocument, name: string) {
  const step = transitions.find((transition) => transition.id === name)
  const effects = step?.effects ?? []
  const set = effects.flatMap((effect) => ('set' in effect ? [effect.set] : []))
  const readsRow = set.some((values) => JSON.stringify(values).match(/\b(row|input)\b/))
  if (step && !step.permission && !step.condition && set.length === effects.length && !readsRow) return { ...step, set }
  throw oneByOne(id, name)
}

function oneByOne(flow: string, transition: string): AgonError {
  return new AgonError('SERVER_FAULT', { message: `${flow}: "${transition}" looks at each row by itself, take it with transition` })
}

/** Writes of handlers: a state that a flow governs changes by its transitions alone. */
function guardedWrites(run: CallRun, writes: Writes): Writes {
  return {
    ...writes,
    saveWhere(entity, where, change, log) {
      const governed = governing(run.set.flows, entity, change as Values).find(
        ({ document }) => (change as Values)[document.field] !== undefined,
      )
      if (governed) {
        const { id, field } = governed.document
        throw new AgonError('SERVER_FAULT', { message: `${entity}: "${field}" changes by transitions of ${id}` })
      }
      return writes.saveWhere(entity, where, change, log)
    },
  }
}

function flowOf({ set }: CallRun, id: string) {
  const flow = set.flows.get(id)
  if (!flow) throw new AgonError('DOCUMENT_UNKNOWN', { kind: 'flow', id })
  return flow
}

async function record(run: CallRun, entry: LogEntry, title: Text | undefined): Promise<void> {
  const { files } = run.set.deps.services
  await files.claim(run.callScope, entry.entity, entry.rowId, entry.after)
  const freed = entry.after == null ? [...namedFiles(entry.before)] : []
  if (freed.length > 0) await files.release(run.db, entry.entity, [entry.rowId], freed)
  await recordEntry(run, entry, title)
}

/** What the entries of a run are called. */
function titleOf({ cause }: CallRun): Text | undefined {
  return cause?.log ? cause.log.title : cause?.title
}

function rowWrites(run: CallRun, title: Text | undefined): Writes {
  const { files } = run.set.deps.services
  const asked = (entity: EntityName, log: ChangeLog): RowWrite => ({ run, selection: selectionOf(run, entity), title, log })
  return {
    async createAll(entity, values, log = {}) {
      const ids: string[] = []
      for (const part of inParts(values as readonly Values[])) {
        const written = await send(asked(entity, log), (write) => insertStatement(write, part))
        for (const [at, id] of written.entries()) await claimFiles(run, entity, id, part[at]!)
        ids.push(...written)
      }
      return ids
    },
    async createMissing(entity, key, values, log = {}) {
      const ids: string[] = []
      for (const part of inParts(values as readonly Values[]))
        ids.push(...(await send(asked(entity, log), (write) => insertStatement(write, part, key))))
      return ids
    },
    async saveWhere(entity, where, change, log = {}) {
      if (isEmpty(change as Values)) return []
      const condition = rowCondition(selectionOf(run, entity), where as Values)
      const written = await send(asked(entity, log), (write) => updateStatement(write, condition, change as Values))
      for (const id of written) await claimFiles(run, entity, id, change as Values)
      return written
    },
    async removeWhere(entity, where, log = {}) {
      const selection = selectionOf(run, entity)
      const condition = rowCondition(selection, where as Values)
      const removed = await send(asked(entity, log), (write) => deleteStatement(write, condition))
      if (removed.length > 0 && holdsFiles(selection)) await files.release(run.db, entity, removed)
      return removed
    },
  }
}

/** The rules of an entity are asked around every write of its rows. */
function byRules(run: CallRun, writes: Writes): Writes {
  const rowsOf = (entity: string, where: Values) => readRows(run, selectionOf(run, entity).model.name, where, { lock: true })
  const added = async (entity: string, values: readonly Values[]) => {
    const rules = run.set.rulesOf(entity)
    if (!rules?.looksAtSaves) return values
    const whole: Values[] = []
    for (const each of values) whole.push({ ...each, ...(await rules.beforeSave(run, null, each)) })
    return whole
  }
  return {
    async createAll(entity, values, log) {
      const ids = await writes.createAll(entity, (await added(entity, values as readonly Values[])) as never, log)
      await run.set.rulesOf(entity)?.afterSave(run, ids)
      return ids
    },
    async createMissing(entity, key, values, log) {
      const ids = await writes.createMissing(entity, key, (await added(entity, values as readonly Values[])) as never, log)
      await run.set.rulesOf(entity)?.afterSave(run, ids)
      return ids
    },
    async saveWhere(entity, where, change, log) {
      const rules = run.set.rulesOf(entity)
      if (!rules?.looksAtSaves || isEmpty(change as Values)) return writes.saveWhere(entity, where, change, log)
      const before = await rowsOf(entity, where as Values)
      const saved: string[] = []
      for (const row of before) {
        const whole = { ...(change as Values), ...(await rules.beforeSave(run, row, change as Values)) }
        saved.push(...(await writes.saveWhere(entity, { id: row.id } as never, whole as never, log)))
      }
      await rules.afterSave(run, saved, before)
      return saved
    },
    async removeWhere(entity, where, log) {
      const rules = run.set.rulesOf(entity)
      if (rules?.looksAtRemovals) await rules.beforeRemove(run, await rowsOf(entity, where as Values))
      return writes.removeWhere(entity, where, log)
    },
  }
}

async function send(write: RowWrite, statement: (write: RowWrite) => SqlStatement): Promise<string[]> {
  const { run, selection } = write
  const { rows } = await run.query<{ id: unknown }>(statement(write))
  if (rows.length > 0) run.transaction?.written.add(selection.entity.id)
  return rows.map(({ id }) => String(id))
}

/** Files that the person has just uploaded belong to the row from now on. */
async function claimFiles(run: CallRun, entity: string, id: string, values: Values): Promise<void> {
  if (namedFiles(values).size > 0) await run.set.deps.services.files.claim(run.callScope, entity, id, values)
}

function selectionOf({ set }: CallRun, id: string): RowSelection {
  const model = set.tables.get(id)
  if (!model) throw new AgonError('DOCUMENT_UNKNOWN', { kind: 'entity', id })
  return { entity: model.entity, model, platform: set.platform }
}

function holdsFiles({ model }: RowSelection): boolean {
  return [...model.columns.values()].some(({ field }) => ['file', 'files', 'json'].includes(field.type))
}

function isEmpty(change: Values): boolean {
  return Object.values(change).every((value) => value === undefined)
}

function* inParts(rows: readonly Values[]): Generator<readonly Values[]> {
  const width = Math.max(1, ...rows.map((row) => Object.keys(row).length))
  const max = Math.max(1, Math.floor(MAX_VALUES / width))
  for (let from = 0; from < rows.length; from += max) yield rows.slice(from, from + max)
}
