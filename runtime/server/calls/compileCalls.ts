/** All calls and flows of one platform, compiled together; replaced as a whole when the platform changes. Runs a call by its rules, wherever it comes
 *  from: HTTP, another call, a job. */
import { addressesOf } from '../../core/callAddress.ts'
import type { Database } from '../../core/contracts.ts'
import { AgonError } from '../../core/errors.ts'
import { MAX_ROWS } from '../../core/maxRows.ts'
import type { Platform } from '../../core/platform.ts'
import { errorFromPostgres } from '../database/errorFromPostgres.ts'
import { isUnreached } from '../database/isConnectionLost.ts'
import { ListedColumnsPlugin } from '../database/ListedColumnsPlugin.ts'
import { RichTextPlugin } from '../database/RichTextPlugin.ts'
import { repeated } from '../database/repeated.ts'
import { type TableModel, tableModels } from '../database/tableModel.ts'
import { type AskedRules, askRules } from '../rows/askRules.ts'
import type { ServerDeps } from '../serverContext.ts'
import { compileTimer, type Timer } from '../timers/compileTimer.ts'
import type { Reach } from './accessRule.ts'
import { CallRouter } from './CallRouter.ts'
import type { CallRun } from './CallRun.ts'
import { type CompiledCall, compileCall, successCode } from './compileCall.ts'
import { type CompiledFeatures, compileFeatures } from './features.ts'
import { compileFlow, type Flow } from './flows.ts'
import { claimKey, type IdempotentRequest, keepReply } from './idempotency.ts'
import { type InputValidators, inputValidators } from './inputValidators.ts'
import { takeLocks } from './locks.ts'
import { MAX_PAGE_SIZE } from './operations/list.ts'
import { peopleOfPages } from './operations/people.ts'
import { tellWritten } from './tellWritten.ts'
import { inTransaction, type TransactionClient } from './transaction.ts'

type Input = Readonly<Record<string, unknown>>

/** `json`: a reply stored for an Idempotency-Key, as text. */
export type CallResult = { data: unknown } | { json: string }

export interface CallSet {
  deps: ServerDeps
  platform: Platform
  tables: ReadonlyMap<string, TableModel>
  flows: ReadonlyMap<string, Flow>
  calls: ReadonlyMap<string, CompiledCall>
  router: CallRouter<CompiledCall>
  inputs: InputValidators
  features: CompiledFeatures
  timers: readonly Timer[]
  /** Rules of the rows of an entity; null without. */
  rulesOf(entity: string): AskedRules | null
  /** @throws DOCUMENT_UNKNOWN */
  get(id: string): CompiledCall
  /** Limit, validation, then the call itself. `access` was asserted by the caller of this. */
  perform(run: CallRun, input: Input, reach: Reach, idempotent: IdempotentRequest | null): Promise<CallResult>
  /** A call inside another: its transaction, its session; access and input are checked. */
  runInside(run: CallRun, id: string, input: Record<string, unknown>): Promise<unknown>
  /** Accounts that the rows of a list are about, with the asker's reach. @param ids  of rows; null: all that match */
  people(run: CallRun, id: string, input: Record<string, unknown>, ids: readonly string[] | null): Promise<string[]>
  /** Ids of the rows of a list that match, with the asker's reach: in ascending order, and at most one more than a batch takes */
  found(run: CallRun, id: string, input: Record<string, unknown>): Promise<string[]>
  /** The database, with formatted text cleaned in every row that is written through it, and without the kernel's own columns in what is read. */
  cleans(db: Database): Database
  /** An error of the database as the code that a document names for it. @param input  of the call that met it */
  translate(error: unknown, input?: Input): unknown
}

/**
 * @param before  the set that this one replaces: what has not changed is not compiled again
 * @throws AgonError CALL_COMPILE with all calls that cannot run, in its message
 */
export function compileCalls(deps: ServerDeps, platform: Platform, before?: CallSet): CallSet {
  const tables = tableModels(platform)
  const flows = new Map([...platform.documents.flow.values()].map((flow) => [flow.id, compileFlow(flow, platform, tables)]))
  const features = compileFeatures(platform)
  const timers = [...platform.documents.timer.values()].map((timer) => compileTimer(timer, platform, tables))
  const inputs = inputValidators([...platform.documents.keyword.values()], before?.inputs)
  const { calls, router } = compileAll(platform, (call) =>
    compileCall(call, { deps, platform, tables, flows, inputs, features, rules: deps.rules, isRunning: before !== undefined }),
  )
  inputs.settle()
  const richText = new RichTextPlugin(tables)
  const listed = new ListedColumnsPlugin(tables)
  const set: CallSet = {
    deps,
    platform,
    tables,
    flows,
    calls,
    router,
    inputs,
    features,
    timers,
    rulesOf: askRules(deps.rules, tables),
    get(id) {
      const call = calls.get(id)
      if (!call) throw new AgonError('DOCUMENT_UNKNOWN', { kind: 'call', id })
      return call
    },
    async perform(run, input, reach, idempotent) {
      const call = run.call!
      if (run.session.seeing && call.writes && !call.document.whileSeeing) throw new AgonError('LOOKING_ONLY', { call: call.id })
      await call.limit?.(run, input)
      assertInput(call, input)
      await assertProof(run, call)
      if (call.preview && input.previewAt !== undefined)
        return {
          data: await operate(
            run.asOf(new Date(String(input.previewAt)), deps.services.sessions.visitor()),
            input,
            call.preview.assert(run.session),
          ),
        }
      // before a transaction waits for it
      if (call.writes && !call.document.raw) await deps.services.inlinePictures.inspect(input, run.callScope.whose ?? 'platform')
      if (!call.writes) return { data: await repeated(() => operate(run, input, reach)) }
      // one statement, which is its own transaction
      if (!call.operation.transactional && !call.document.locks && !call.document.needs && !idempotent)
        return { data: await repeated(() => operate(run, input, reach), { mayRepeat: isUnreached }) }
      const work = (transaction: TransactionClient) => write(run.with({ transaction }), transaction, { call, input, reach, idempotent })
      return inTransaction(deps.pool, work, { findsItself: idempotent !== null })
    },
    async runInside(run, id, input) {
      const call = set.get(id)
      const reach = run.previewer && call.preview ? call.preview.assert(run.previewer) : call.access.assert(run.session)
      assertInput(call, input)
      await assertProof(run, call)
      const inner = run.with({ call })
      if (run.transaction && call.locks) takeLocks(run.transaction, call.locks(inner.scope(input)))
      return operate(inner, input, reach)
    },
    people: (run, id, input, ids) => peopleOf(set, run, { id, input, ids }),
    found: (run, id, input) => foundRows(set, run, id, input),
    cleans: (db) => db.withPlugin(richText).withPlugin(listed),
    translate: (error, input) => (error instanceof AgonError ? error : (errorFromPostgres(error, tables, input) ?? error)),
  }
  return set
}

interface PeopleAsked {
  id: string
  input: Record<string, unknown>
  ids: readonly string[] | null
}

async function peopleOf(set: CallSet, run: CallRun, { id, input, ids }: PeopleAsked): Promise<string[]> {
  const call = set.get(id)
  const { people } = call.document
  if (!people) throw new AgonError('SERVER_FAULT', { message: `${id} does not say whom its rows are about` })
  if (!call.people) return peopleOfPages(people, (paging) => set.runInside(run, id, { ...input, ...paging }) as Promise<PageOfRows>, ids)
  const reach = call.assertRows(input, run.session)
  assertInput(call, input)
  const inner = run.with({ call })
  await call.require(inner, input)
  return call.people(input, inner, reach, ids)
}

/** Of a list that a handler answers, pages are read. */
async function foundRows(set: CallSet, run: CallRun, id: string, input: Record<string, unknown>): Promise<string[]> {
  const call = set.get(id)
  if (!call.found) return idsOfPages((paging) => set.runInside(run, id, { ...input, ...paging }) as Promise<PageOfRows>)
  const reach = call.assertRows(input, run.session)
  assertInput(call, input)
  const inner = run.with({ call })
  await call.require(inner, input)
  const { writer, text } = await call.found()({ input, run: inner, reach }, [], null)
  const statement = writer.statement(`SELECT found.id FROM (${text}) AS found ORDER BY found.id LIMIT ${MAX_ROWS + 1}`)
  return (await inner.query<{ id: string }>(statement)).rows.map((row) => String(row.id))
}

async function idsOfPages(page: (paging: { pageNum: number; pageSize: number }) => Promise<PageOfRows>): Promise<string[]> {
  const ids: string[] = []
  for (let pageNum = 1; ids.length <= MAX_ROWS; pageNum++) {
    const { list, total } = await page({ pageNum, pageSize: MAX_PAGE_SIZE })
    ids.push(...list.map(({ id }) => String(id)))
    if (list.length === 0 || ids.length >= total) break
  }
  return ids
}

type PageOfRows = { list: Record<string, unknown>[]; total: number }

interface Write {
  call: CompiledCall
  input: Input
  reach: Reach
  idempotent: IdempotentRequest | null
}

async function write(run: CallRun, transaction: TransactionClient, { call, input, reach, idempotent }: Write): Promise<CallResult> {
  const stored = idempotent && (await claimKey(transaction, idempotent))
  if (stored) return { json: stored.reply }
  if (call.locks) takeLocks(transaction, call.locks(run.scope(input)))
  const data = await operate(run, input, reach)
  await tellWritten(run, transaction)
  if (idempotent) keepReply(transaction, idempotent, data)
  return { data }
}

async function operate(run: CallRun, input: Input, reach: Reach): Promise<unknown> {
  const call = run.call!
  await call.require(run, input)
  if (run.transaction && call.lockAnswered) await lockAnswered(run, run.transaction, input)
  if (call.needs.had.length > 0) {
    await call.assertInput(run, reach, input)
    await run.set.features.assert(run, call.needs.had, input)
  }
  if (call.logged !== null) run.transaction?.written.add(call.logged)
  const before = await run.set.features.inUse(run, call.needs.counted, input)
  const data = await call.operation.run(input, run, reach)
  await run.set.features.assert(run, call.needs.counted, input, before)
  call.checkOutput?.(data)
  return data
}

/** Takes the locks that answers name. Who held one before may have changed what was answered, so it is asked for again; which lock it names has to stay.
 *  @throws BUSY when it names another one now */
async function lockAnswered(run: CallRun, transaction: TransactionClient, input: Input): Promise<void> {
  const call = run.call!
  const names = call.lockAnswered!(run.scope(input))
  takeLocks(transaction, names)
  await call.require(run, input)
  if (call.lockAnswered!(run.scope(input)).join() !== names.join()) throw new AgonError('BUSY', { what: 'a lock' })
}

/** @throws PROOF_NEEDED */
async function assertProof(run: CallRun, call: CompiledCall): Promise<void> {
  if (call.document.proof) await run.set.deps.services.sessions.bind(run.callScope).assertProof()
}

function assertInput(call: CompiledCall, input: Input): void {
  const errors = call.validate(input)
  if (errors.length > 0) throw new AgonError('CALL_INPUT', { call: call.id, errors })
}

function compileAll(platform: Platform, compile: (call: Parameters<typeof compileCall>[0]) => CompiledCall) {
  const calls = new Map<string, CompiledCall>()
  const router = new CallRouter<CompiledCall>()
  const mistakes: string[] = []
  for (const document of platform.documents.call.values()) {
    try {
      const call = compile(document)
      calls.set(call.id, call)
      for (const address of addressesOf(document)) router.add(address, { ...call, success: successCode(address.path) })
    } catch (error) {
      mistakes.push(`${document.id}: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  if (mistakes.length > 0) throw new AgonError('CALL_COMPILE', { calls: mistakes }, `these calls cannot run:\n${mistakes.join('\n')}`)
  return { calls, router }
}
