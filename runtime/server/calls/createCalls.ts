/** The entry point of this folder: routes for all calls, and the runner that the server's other parts use. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Session } from '../../core/contracts.ts'
import { AgonError } from '../../core/errors.ts'
import { makesFile } from '../../core/makesFile.ts'
import type { Platform } from '../../core/platform.ts'
import { runBatch } from '../batches/runBatch.ts'
import { exportedFile, takesFile } from '../exports/exportedFile.ts'
import { JOB_REQUEST } from '../jobs/jobRequest.ts'
import { isReadOnly } from '../operate/operatingMode.ts'
import type { Caller, CallRunner, RequestFacts, ServerDeps } from '../serverContext.ts'
import { narrowSession } from '../session/narrowSession.ts'
import { runTimers } from '../timers/runTimers.ts'
import { languageOf } from '../wire/languageOf.ts'
import { signedText } from '../wire/signedText.ts'
import { withoutFileOwners } from '../wire/withoutFileOwners.ts'
import { assertKey } from './assertKey.ts'
import { beginMeasure } from './beginMeasure.ts'
import { CallRun } from './CallRun.ts'
import type { CompiledCall } from './compileCall.ts'
import { type CallResult, type CallSet, compileCalls } from './compileCalls.ts'
import { type CallLanes, createCallLanes } from './createCallLanes.ts'
import { createContext } from './createContext.ts'
import { idempotentRequest } from './idempotency.ts'
import { keepPosition, type LastWriteParts, replicaFor } from './lastWrite.ts'
import { MAX_PAGE_SIZE } from './operations/list.ts'
import { RawReply } from './RawReply.ts'
import { readRequest } from './readRequest.ts'
import { inTransaction } from './transaction.ts'

export interface Calls {
  runner: CallRunner
  /** Compiles the calls of a platform; the function answered makes them live. @throws CALL_COMPILE */
  prepare(platform: Platform): () => void
  register(app: FastifyInstance): void
  current(): CallSet
}

/** Reads a file, with the rights of the person who asks. */
const FILE_CALL = 'platform.file'
/** The status of an export that is still being made. */
const ACCEPTED = 202
const METHODS = ['GET', 'POST', 'PUT', 'DELETE'] as const

export function createCalls(depsOf: () => ServerDeps): Calls {
  let set: CallSet | undefined
  const current = () => {
    if (!set) throw new AgonError('BUSY', { what: 'the start' })
    return set
  }
  const runFor = (call: CompiledCall | null, { session, lang, request = JOB_REQUEST, background = false }: Caller) => {
    const { pool, db, lists, reads } = depsOf()
    const connections = background ? depsOf().background : { pool, db, lists, reads }
    return new CallRun({ set: current(), call, session, lang, request, ...connections })
  }

  /** Pages of another call, as the person who asks. */
  async function* pagesOf(call: CompiledCall, from: string, input: Record<string, unknown>, caller: Caller) {
    call.access.assert(caller.session)
    for (let pageNum = 1; ; pageNum++) {
      const page = { ...input, pageNum, pageSize: MAX_PAGE_SIZE }
      const answer = await translated(current(), () => current().runInside(runFor(call, caller), from, page))
      const { list, total } = answer as { list: Record<string, unknown>[]; total: number }
      if (list.length > 0) yield list
      if (list.length < MAX_PAGE_SIZE || pageNum * MAX_PAGE_SIZE >= total) return
    }
  }

  const runner: CallRunner = {
    async run(callId, input, caller) {
      const call = current().get(callId)
      const reach = call.access.assert(caller.session)
      const result = await translated(current(), () => current().perform(runFor(call, caller), input, reach, null), input)
      return 'data' in result ? result.data : JSON.parse(result.json)
    },
    async runHandler(name, input, caller, { transaction, progress } = {}) {
      const handler = depsOf().handlers.get(name)
      if (!handler) throw new AgonError('DOCUMENT_UNKNOWN', { kind: 'handler', id: name })
      const orderedBy = caller.orderedBy ? current().calls.get(caller.orderedBy)?.document : undefined
      const { pool, db } = depsOf().background
      const run = new CallRun({ ...runFor(null, caller), pool, db, orderedBy, ...(progress ? { progress } : {}) })
      if (!(transaction ?? !handler.waits)) return handler.run(input, createContext(run))
      return translated(current(), () =>
        inTransaction(pool, async (client) => handler.run(input, createContext(run.with({ transaction: client })))),
      )
    },
    runTimers: (every, caller) => runTimers(current().timers, every, { run: runFor(null, caller), logger: depsOf().logger }),
    async rows(callId, input, caller, more) {
      const call = current().get(callId)
      if (call.rowsFrom) return { pages: () => pagesOf(call, call.rowsFrom!, input, caller) }
      if (!call.rows) throw new AgonError('SERVER_FAULT', { message: `${callId} has no rows` })
      const reach = call.assertRows(input, caller.session)
      const run = runFor(call, caller)
      return { ...(await call.rows(input, run, reach, more)), scope: run.scope(input), session: caller.session }
    },
    batch: (id, caller, progress) => runBatch(id, () => runFor(null, { ...caller, background: true }), progress),
    pages: (callId, from, input, caller) => pagesOf(current().get(callId), from, input, caller),
    async chosenAnswers(callId, input, caller) {
      const call = current().get(callId)
      const { chosen } = call.operation
      if (!chosen) throw new AgonError('SERVER_FAULT', { message: `${callId} has no statistics` })
      return chosen(input, runFor(call, caller), call.access.assert(caller.session))
    },
    allowed: (callId, session) => current().get(callId).access.allows(session),
  }

  return {
    runner,
    current,
    prepare(platform) {
      const next = compileCalls(depsOf(), platform, set)
      return () => {
        set = next
      }
    },
    register: (app) => registerRoutes(app, current),
  }
}

function registerRoutes(app: FastifyInstance, current: () => CallSet): void {
  const lanes = createCallLanes()
  for (const prefix of ['/api/*', '/nodeapi/*', '/.well-known/*']) {
    app.route({ method: [...METHODS], url: prefix, handler: (request, reply) => answer(current(), lanes, request, reply) })
  }
}

/** The facts of a refused request. */
interface Asked {
  request: RequestFacts
  session?: Session
  call?: string
}

async function answer(set: CallSet, lanes: CallLanes, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { headers, id, ip, protocol } = request
  const asked: Asked = { request: { id, ip, isSecure: protocol === 'https', headers } }
  const measure = beginMeasure(set.deps, request)
  try {
    const found = findCall(set, request)
    asked.call = found.target.id
    measure.found(found.target.id)
    assertOffered(found.target, request)
    const answered = await lanes.run(found.target.document, () => answerCall(set, found, asked, request, reply))
    measure.ended()
    return answered
  } catch (error) {
    if (error instanceof AgonError) set.deps.services.security.refused(error, asked)
    measure.ended(error)
    throw error
  }
}

type FoundCall = ReturnType<typeof findCall>
/** @throws PATH_UNKNOWN */
function findCall({ router }: CallSet, request: FastifyRequest) {
  const end = request.url.indexOf('?')
  const found = router.find(request.method, request.url.slice(1, end < 0 ? undefined : end))
  if (!found) throw new AgonError('PATH_UNKNOWN', { method: request.method, path: request.url.slice(0, end < 0 ? undefined : end) })
  return found
}

/** Refused while the platform is read-only. */
function waitsForWrites({ writes, document: { onlyReads, whileReadOnly } }: FoundCall['target']): boolean {
  return writes && !onlyReads && !whileReadOnly
}

async function answerCall(
  set: CallSet,
  { target: call, params }: FoundCall,
  asked: Asked,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const session = await sessionOf(set.deps, request)
  asked.session = session
  await assertKey(session, call, set.deps)
  const reach = call.access.assert(session)
  if (waitsForWrites(call) && isReadOnly(set.deps.platform())) throw new AgonError('READ_ONLY', { call: call.id })
  const input = await readRequest(call, params, request)
  asked.request.signedText = signedText(request)
  const { headers } = request
  const raw = call.document.raw ? new RawReply() : undefined
  const lastWrite = lastWriteOf(set, request, reply)
  const replica = lastWrite && call.mayLag && !call.writes ? await replicaFor(lastWrite, session) : undefined
  const run = new CallRun({ ...runOptions(set, asked.request, session), call, replica, ...(raw ? { raw } : {}) })
  const idempotent = mayRepeat(call, session) ? idempotentRequest(headers['idempotency-key'], session.userId, call.id, input) : null
  const result = await translated(set, () => set.perform(run, input, reach, idempotent), input).finally(async () => {
    // what was refused may have written too
    if (lastWrite && call.writes && !call.document.onlyReads) await keepPosition(lastWrite)
  })
  const body = raw && (await translated(set, () => raw.body()))
  if (body) return reply.code(raw.statusCode).headers(raw.headers).send(body)
  if (makesFile(call.document) && takesFile(headers.accept)) {
    const file = await fileOf(set, run, result, reply)
    const bytes = await file?.body()
    if (bytes) return reply.headers(file!.headers).send(bytes)
    reply.code(ACCEPTED)
  }
  const data = withoutFileOwners('data' in result ? JSON.stringify(result.data ?? null) : result.json)
  return reply
    .headers(raw ? { ...SUCCESS_HEADERS, ...raw.headers } : SUCCESS_HEADERS)
    .send(`{"code":${call.success},"message":"ok","data":${data}}`)
}

/** Null without replicas. */
function lastWriteOf(
  { deps: { replicas }, platform: { app } }: CallSet,
  request: FastifyRequest,
  reply: FastifyReply,
): LastWriteParts | null {
  return replicas && { replicas, app, request, reply }
}

function runOptions(set: CallSet, request: RequestFacts, session: Session) {
  const { pool, db, lists, reads } = set.deps
  return { set, session, lang: languageOf(request.headers, set.platform.app), request, pool, db, lists, reads }
}

/** The file of an export, read by the call that everyone reads files by; null when it is still being made. */
async function fileOf(set: CallSet, run: CallRun, result: CallResult, reply: FastifyReply): Promise<RawReply | null> {
  const { jobId } = ('data' in result ? result.data : JSON.parse(result.json)) as { jobId: string }
  const gone = new AbortController()
  reply.raw.once('close', () => gone.abort())
  const id = await exportedFile(jobId, run.session, set.deps, gone.signal)
  if (id === null) return null
  const call = set.get(FILE_CALL)
  const raw = new RawReply()
  const reading = new CallRun({ ...runOptions(set, run.request, run.session), call, raw })
  await translated(set, () => set.perform(reading, { id }, call.access.assert(run.session), null))
  return raw
}

/** The browser marks requests that a document makes without an action of the person. Only calls that read, and calls with `forForms`, answer them. */
function assertOffered({ id, document, writes }: CompiledCall, { headers }: FastifyRequest): void {
  const asker = headers['x-asker']
  const isOffered = asker === undefined || (asker === 'source' ? !writes || document.onlyReads : asker === document.forForms)
  if (!isOffered) throw new AgonError('CALL_NOT_OFFERED', { call: id, asker })
}

/** Replies are stored for signed-in people only: replies to visitors may contain tokens, which are never stored. Files are not compared with earlier ones. */
function mayRepeat({ writes, document }: CompiledCall, session: Session): boolean {
  return writes && !document.onlyReads && !document.upload && !document.secretReply && session.userId !== null
}

const SUCCESS_HEADERS = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' }

/** Only bearer tokens name a person; the basic credential that clients send without one does not. */
async function sessionOf({ services, platform }: ServerDeps, { headers }: FastifyRequest) {
  const authorization = headers.authorization
  if (!authorization || !/^bearer /i.test(authorization)) return services.sessions.visitor()
  const session = await services.sessions.resolve(authorization.slice(7).trim())
  const role = headers['x-view-as']
  // who looks as a visitor would have no key any more, and so no limits of it
  return typeof role === 'string' && !session.key ? narrowSession(session, role, platform()) : session
}

async function translated<T>(set: CallSet, work: () => Promise<T>, input?: Readonly<Record<string, unknown>>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw set.translate(error, input)
  }
}
