/** One call document -> everything a request needs, prepared: coercion, validation, access, limits, locks, and the operation or handler. */
import { isRead, secretParameters } from '../../core/callAddress.ts'
import type { Session } from '../../core/contracts.ts'
import type { Access, CallDocument, EntityDocument } from '../../core/documents.ts'
import { AgonError } from '../../core/errors.ts'
import { answersNothing, holdsInput, isOfRows, reachesByItself, restrictsRows } from '../../core/isOfRows.ts'
import type { Platform } from '../../core/platform.ts'
import type { FieldError } from '../../core/validation/index.ts'
import { normaliseInput } from '../../core/values/normaliseValue.ts'
import { withMatching } from '../batches/batchCall.ts'
import type { ExportFacts } from '../exports/ExportTask.ts'
import { recordEntry } from '../log/logEntry.ts'
import type { ServerDeps } from '../serverContext.ts'
import { SUCCESS_MAIN, SUCCESS_NODE } from '../wire/envelope.ts'
import { type AccessRule, accessRule, type Reach } from './accessRule.ts'
import { answeredByReplica } from './answeredByReplica.ts'
import type { CallRun } from './CallRun.ts'
import { compileValue } from './compileValue.ts'
import { createContext } from './createContext.ts'
import type { CompiledFeatures, CompiledNeed } from './features.ts'
import { inputSchema } from './inputSchema.ts'
import type { InputValidators } from './inputValidators.ts'
import { declaredLocks, type LockNames } from './locks.ts'
import { withAfterwards } from './operations/afterwards.ts'
import { compileOtherCall } from './operations/call.ts'
import { compileRemove, compileUpdate } from './operations/change.ts'
import { compileCreateThen } from './operations/createThen.ts'
import { compileDesign } from './operations/design.ts'
import { compileGet } from './operations/get.ts'
import { type CompiledRows, compileCount, compileFound, compileList, compileRows } from './operations/list.ts'
import { compileMove } from './operations/move.ts'
import type { CompiledOperation, OperationContext } from './operations/operation.ts'
import { compileOptions } from './operations/options.ts'
import { type CompiledPeople, compilePeople } from './operations/people.ts'
import { compileReveal } from './operations/reveal.ts'
import { compileStatistics } from './operations/statistics.ts'
import { compileTransition } from './operations/transition.ts'
import { type OutputCheck, outputCheck } from './outputCheck.ts'
import { ownedInput } from './ownedInput.ts'
import { rateLimit } from './rateLimit.ts'
import { type InputSources, inputReader } from './readInput.ts'
import { reachesNamed } from './rowSource.ts'
import { unstorable } from './storableInput.ts'
import { fileMembers, noFiles } from './uploadedFile.ts'

export interface CompiledCall {
  id: string
  document: CallDocument
  /** `code` of a successful reply. */
  success: number
  /** Runs in a transaction, may carry an Idempotency-Key. */
  writes: boolean
  /** A replica of the database may answer it. */
  mayLag: boolean
  access: AccessRule
  /** Who may run the call as it will be at another moment; null: no one. */
  preview: AccessRule | null
  /** Features that it needs: to have, and to have enough of. */
  needs: { had: readonly CompiledNeed[]; counted: readonly CompiledNeed[] }
  /** @throws PERMISSION_DENIED for an object that the input names and the session does not reach */
  assertInput(run: CallRun, reach: Reach, input: Readonly<Record<string, unknown>>): Promise<void>
  /** Runs the calls that must answer first. */
  require(run: CallRun, input: Readonly<Record<string, unknown>>): Promise<void>
  /** @throws CALL_INPUT for a secret in the address */
  readInput(sources: InputSources): Record<string, unknown>
  validate(input: unknown): FieldError[]
  /** Null in production. */
  checkOutput: OutputCheck | null
  /** Names of the parameters that it takes. */
  parameters: ReadonlySet<string>
  limit: ReturnType<typeof rateLimit>
  locks: LockNames | null
  /** Locks that an answer of `requires` names. */
  lockAnswered: LockNames | null
  operation: CompiledOperation
  /** Entity that the operation writes and whose `onWrite` handler runs. */
  logged: string | null
  /** Only of lists, and of exports of an entity's rows. */
  rows: CompiledRows | null
  /** Checks access for this input: an export of personal values in full needs a further permission. @throws SESSION_REQUIRED, PERMISSION_DENIED */
  assertRows(input: Readonly<Record<string, unknown>>, session: Session): Reach
  /** The list call that gives an export its rows instead. */
  rowsFrom: string | null
  /** The rows of a list as a part of another statement. */
  found: (() => ReturnType<typeof compileFound>) | null
  /** Of a list that says whom its rows are about. */
  people: CompiledPeople | null
}

/** What a call is compiled from. */
export type CompileContext = Omit<OperationContext, 'call' | 'operation'> & {
  deps: { handlers: ServerDeps['handlers']; config: Pick<ServerDeps['config'], 'checkOutputs'> }
  inputs: InputValidators
  features: CompiledFeatures
  /** The server serves an earlier platform already. */
  isRunning: boolean
}

/** Code of a successful reply; the two services that a path may belong to use different ones. */
export function successCode(path: string | undefined): number {
  return path?.startsWith('nodeapi/') ? SUCCESS_NODE : SUCCESS_MAIN
}

/** @throws CALL_COMPILE, CEL_SQL, ExpressionError: a document that passed the linker but cannot run */
export function compileCall(call: CallDocument, context: CompileContext): CompiledCall {
  const schema = inputSchema(call, context.platform)
  const operation = call.operation ? compileOperation({ ...context, call, operation: call.operation }) : compileHandler(call, context)
  const logged = loggedEntity(call, context)
  const isSilent = call.operation !== undefined && isOfRows(call.operation) && answersNothing(call)
  const ofInput = call.operation === undefined || !restrictsRows(call.operation) || isHeldByInput(call, context.platform)
  const listed = call.operation?.kind === 'list' || call.operation?.kind === 'export' ? call.operation : null
  const from = listed?.export?.from ?? null
  const needs = (call.needs ?? []).map(context.features.need)
  const read = inputReader(call.id, schema, secretParameters(call))
  const validate = context.inputs.of(schema)
  const locks = declaredLocks(call)
  const files = call.upload ? fileMembers(schema) : []
  return {
    id: call.id,
    document: call,
    success: successCode(call.path),
    writes: !isRead(call),
    mayLag: answeredByReplica(call, context.platform),
    access: accessRule(call.id, call.access, context.platform.app.scopes, ofInput),
    preview: call.preview ? accessRule(call.id, call.preview, context.platform.app.scopes, ofInput) : null,
    needs: { had: needs.filter(({ counted }) => !counted), counted: needs.filter(({ counted }) => counted) },
    assertInput: (run, reach, input) => assertInput(call, context.platform, run, reach, input),
    require: requirement(call),
    readInput: (sources) => normaliseInput(schema, read(sources)),
    validate: (input) =>
      firstOf(noFiles(files, input as Readonly<Record<string, unknown>>), () =>
        call.raw ? validate(input) : firstOf(unstorable(input), () => validate(input)),
      ),
    checkOutput: context.deps.config.checkOutputs ? outputCheck(call, context.platform, context.inputs) : null,
    parameters: new Set(Object.keys(schema.properties ?? {})),
    limit: rateLimit(call),
    locks: locks.first,
    lockAnswered: locks.answered,
    operation: withMatching(call, {
      ...(isSilent ? silent(operation) : operation),
      transactional: operation.transactional || logged !== null,
    }),
    logged,
    rows: listed && from === null ? compileRows({ ...context, call, operation: listed }) : null,
    assertRows: rowsAccess(call, context.platform, ofInput),
    rowsFrom: from,
    found: listed && from === null ? once(() => compileFound({ ...context, call, operation: listed })) : null,
    people: listed && from === null && call.people ? peopleOf({ ...context, call, operation: listed }, call.people) : null,
  }
}

/** Few lists are asked so. */
function once<T>(make: () => T): () => T {
  let made: T | undefined
  return () => (made ??= make())
}

function peopleOf(context: Parameters<typeof compileFound>[0], people: NonNullable<CallDocument['people']>): CompiledPeople {
  const { call, operation, tables } = context
  return compilePeople(call.id, people, { found: compileFound(context), own: tables.get(operation.entity)!, tables })
}

function firstOf(errors: FieldError[], otherwise: () => FieldError[]): FieldError[] {
  return errors.length > 0 ? errors : otherwise()
}

/** The same operation with null as its reply. */
function silent(operation: CompiledOperation): CompiledOperation {
  return {
    ...operation,
    async run(...asked) {
      await operation.run(...asked)
      return null
    },
  }
}

/** Reads rows of an export; with a reason, `permission` of its `reveal` is needed on the same objects. */
function rowsAccess(call: CallDocument, { app }: Platform, ofInput: boolean): CompiledCall['assertRows'] {
  const { access, operation } = call
  const plain = accessRule(call.id, access, app.scopes, ofInput)
  const reveal = operation?.kind === 'export' ? operation.export?.reveal : undefined
  const restricted = (reach: Reach): Reach => (reachesByItself(call) ? null : reach)
  if (reveal === undefined) return (_, session) => restricted(plain.assert(session))
  const own = typeof access === 'object' ? access : { permission: { all: [] } }
  const all = [
    ...(typeof own.permission === 'string' ? [own.permission] : 'all' in own.permission ? own.permission.all : []),
    reveal.permission,
  ]
  const whole = accessRule(call.id, { ...own, permission: { all } }, app.scopes, ofInput)
  return (input, session) => {
    const reach = plain.assert(session)
    return restricted(typeof input[reveal.reason] === 'string' ? whole.assert(session) : reach)
  }
}

function requirement({ requires = [] }: CallDocument): CompiledCall['require'] {
  const asked = requires.map(({ call, input, as }) => ({ call, as, evaluate: compileValue(input) }))
  return async (run, input) => {
    for (const { call, as, evaluate } of asked) {
      const values = evaluate(run.scope(input)) as Record<string, unknown>
      const isAsked = Object.values(values).every((value) => value !== null && value !== undefined)
      const answer = isAsked ? await run.set.runInside(run, call, values) : null
      if (as !== undefined) run.know(as, answer)
    }
  }
}

function loggedEntity(call: CallDocument, { platform, flows }: CompileContext): string | null {
  const { operation } = call
  if (!operation || !isOfRows(operation) || isRead(call)) return null
  const entity = operation.kind === 'transition' ? flows.get(operation.flow)?.document.entity : operation.entity
  return entity !== undefined && platform.get('entity', entity).onWrite !== undefined ? entity : null
}

function entityOf({ operation }: CallDocument, platform: Platform): EntityDocument | undefined {
  return operation && 'entity' in operation && operation.entity !== undefined ? platform.documents.entity.get(operation.entity) : undefined
}

function isHeldByInput(call: CallDocument, platform: Platform): boolean {
  return reachesByItself(call) || holdsInput(call, entityOf(call, platform))
}

/** An operation whose access is checked by its input: its rows are those of the permitted objects, or those of its own condition. */
function compileOperation(context: OperationContext): CompiledOperation {
  const { call, platform } = context
  if (!isHeldByInput(call, platform)) return withAfterwards(context, compileKind)
  return withAfterwards(context, (asked) => {
    const operation = compileKind({ ...asked, call: { ...asked.call, access: 'signedIn' } })
    return ofInputs(asked, { ...operation, run: (input, run) => operation.run(input, run, null) })
  })
}

function compileKind(context: OperationContext): CompiledOperation {
  const { operation } = context
  switch (operation.kind) {
    case 'list':
      return compileList({ ...context, operation })
    case 'count':
      return compileCount({ ...context, operation })
    case 'export':
      return compileExport(context)
    case 'statistics':
      return compileStatistics({ ...context, operation })
    case 'get':
      return compileGet({ ...context, operation })
    case 'reveal':
      return compileReveal({ ...context, operation })
    case 'create':
      return compileCreateThen({ ...context, operation })
    case 'update':
      return compileUpdate({ ...context, operation })
    case 'remove':
      return compileRemove({ ...context, operation })
    case 'transition':
      return compileTransition({ ...context, operation })
    case 'design':
      return ofInputs(context, compileDesign({ ...context, operation }))
    case 'call':
      return ofInputs(context, { ...compileOtherCall({ ...context, operation }), transactional: !isRead(context.call) })
    case 'move':
      return compileMove({ ...context, operation })
    case 'options': {
      const options = compileOptions({ ...context, operation })
      return restrictsRows(operation) ? options : ofInputs(context, options)
    }
  }
}

/** The audit log records who exports what, and the reason for an export of personal values in full. */
function compileExport({ call, operation, platform }: OperationContext): CompiledOperation {
  const facts = operation.kind === 'export' ? operation.export : undefined
  const title = call.log === false ? call.title : (call.log?.title ?? call.title)
  const assertRows = rowsAccess(call, platform, false)
  const filters = 'filter' in operation ? Object.entries(operation.filter ?? {}) : []
  const fields = isOfRows(operation) && 'entity' in operation ? platform.get('entity', operation.entity).fields : {}
  /** The row that the log entry is about, when a filter names it: an export of one round's rows is logged on that round. */
  const namedRow = (entity: string, input: Readonly<Record<string, unknown>>): string => {
    const filter = filters.find(([, { field }]) => fields[field]?.type === 'ref' && fields[field].entity === entity)
    return String(input[filter?.[0] ?? ''] ?? '')
  }
  return {
    transactional: true,
    async run(input, run, reach) {
      if (facts?.from !== undefined) await assertInput(call, platform, run, reach, input)
      assertRows(input, run.session)
      await assertSources(facts, input, run)
      const { [facts?.reveal?.reason ?? '']: reason, ...after } = input
      const whole = typeof reason === 'string' ? { reason, after: { ...after, revealed: true } } : { after }
      const entity =
        (call.log === false ? undefined : call.log?.entity) ?? (isOfRows(operation) && 'entity' in operation ? operation.entity : '')
      await recordEntry(run, { entity, rowId: namedRow(entity, input), before: null, ...whole }, title)
      return { jobId: await run.set.deps.services.exports.order({ callId: call.id, input: { ...input } }, run.callScope) }
    },
  }
}

/** Rows of other calls are closed by these calls alone: they are asked for one row, so that a refusal is reported now and not by the job. */
async function assertSources(facts: ExportFacts | undefined, input: Readonly<Record<string, unknown>>, run: CallRun): Promise<void> {
  const first = { pageNum: 1, pageSize: 1 }
  if (facts?.from !== undefined) await run.set.runInside(run, facts.from, { ...input, ...first })
  for (const { from, of } of facts?.sheets ?? []) {
    const asked = of === undefined ? input : ownedInput(run.set.get(from).document, of, input, [])
    await run.set.runInside(run, from, { ...asked, ...first })
  }
}

/** An operation whose access is checked by the objects that its input names. */
function ofInputs({ call, platform }: OperationContext, operation: CompiledOperation): CompiledOperation {
  return {
    ...operation,
    async run(input, run, reach) {
      await assertInput(call, platform, run, reach, input)
      return operation.run(input, run, reach)
    },
  }
}

/** A server that starts needs all handlers. One that runs, in development, gets documents before the code is loaded: only this call waits for the restart. */
function withoutHandler(call: CallDocument, isRunning: boolean): CompiledOperation {
  const missing = () =>
    new AgonError('CALL_COMPILE', {
      call: call.id,
      reason: `no handler "${call.handler}" is loaded${isRunning ? ': restart the server' : ''}`,
    })
  if (!isRunning) throw missing()
  return { transactional: false, run: () => Promise.reject(missing()) }
}

/** With `within`, the object in the handler's input is checked here. The handler itself checks the rows that it reads. */
function compileHandler(
  call: CallDocument,
  { deps, platform, isRunning }: Pick<CompileContext, 'deps' | 'platform' | 'isRunning'>,
): CompiledOperation {
  const handler = deps.handlers.get(call.handler ?? '')
  if (!handler) return withoutHandler(call, isRunning)
  return {
    // a file may stream in for minutes, a reading handler may wait for a worker: no transaction waits for them
    transactional: !isRead(call) && !call.upload && !call.onlyReads,
    async run(input, run, reach) {
      await assertInput(call, platform, run, reach, input)
      return handler.run(call.with ? { ...input, ...call.with } : input, createContext(run))
    },
  }
}

/** @throws PERMISSION_DENIED for an object that the input names and the session does not reach; in a preview it does not exist */
async function assertInput(
  call: CallDocument,
  platform: Platform,
  run: CallRun,
  reach: Reach,
  input: Readonly<Record<string, unknown>>,
): Promise<void> {
  const access = run.previewer ? (call.preview ?? call.access) : call.access
  if (reach === null || !namesObject(access, input) || (await reachesInput(call.id, access, platform, run, reach, input))) return
  if (run.previewer) throw new AgonError('NOT_FOUND', { entity: call.id, id: '' })
  throw new AgonError('PERMISSION_DENIED', { call: call.id, permission: typeof access === 'object' ? access.permission : '' })
}

function namesObject(access: Access, input: Readonly<Record<string, unknown>>): boolean {
  return (typeof access === 'object' && access.within?.some(({ field }) => input[field] !== undefined)) || false
}

/** Each field of `within` names an input that holds an object's id. Each one that is given is checked against the reach. */
async function reachesInput(
  id: string,
  access: Access,
  platform: Platform,
  run: CallRun,
  reach: NonNullable<Reach>,
  input: Readonly<Record<string, unknown>>,
): Promise<boolean> {
  const within = typeof access === 'object' ? (access.within ?? []) : []
  const fields = within.flatMap(({ field, scope }) => {
    const entity = platform.app.scopes?.[scope]?.entity
    return entity && /^\w+$/.test(field) && input[field] !== undefined ? [[field, { type: 'ref', entity }] as const] : []
  })
  const named = new Set(fields.map(([field]) => field))
  const entity = { id, fields: Object.fromEntries(fields) } as unknown as EntityDocument
  const known = reach.filter(({ field }) => named.has(field.split('.')[0]!) || input[field] !== undefined)
  return reachesNamed(run.onPrimary(), { entity, platform }, known, access, input)
}
