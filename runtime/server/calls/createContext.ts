/** Builds the context of a handler (its contract is in `runtime/core/contracts.ts`) for one running call. */
import type { HandlerContext } from '../../core/contracts.ts'
import { AgonError } from '../../core/errors.ts'
import { celToSql } from '../database/celToSql.ts'
import { openTables } from '../database/openTables.ts'
import { namedFiles } from '../files/createFilesService.ts'
import { designedForms } from '../forms/designedForms.ts'
import { recordEntry } from '../log/logEntry.ts'
import { putMessage } from '../outbox/putMessage.ts'
import { createRows } from '../rows/createRows.ts'
import type { CallScope } from '../serverContext.ts'
import { keyedText } from '../wire/keyedText.ts'
import { networkOf } from '../wire/networkOf.ts'
import { templateWords } from '../wire/templateWords.ts'
import type { CallRun } from './CallRun.ts'
import { takeLock } from './locks.ts'
import { ROW } from './rowSource.ts'
import { inTransaction } from './transaction.ts'

/** @param run the call; its transaction, when it has one, is what `db` writes into */
export function createContext(run: CallRun): HandlerContext {
  const { deps, platform } = run.set
  const { services } = deps
  let bound: CallScope | undefined
  const scope = () => (bound ??= run.callScope)
  const needsTransaction = (what: string) => {
    if (!run.transaction) throw new AgonError('SERVER_FAULT', { message: `${what} needs a write: declare the call with method POST` })
    return run.transaction
  }
  const tables = () => openTables(run.db)
  const rest: Omit<HandlerContext, keyof LateParts> = {
    get db() {
      return run.db
    },
    get tables() {
      return tables()
    },
    get ownConnection() {
      return run.set.cleans(deps.ownConnection)
    },
    platform,
    session: run.session,
    now: run.now,
    lang: run.lang,
    site: deps.config.siteAddress,
    request: { ...run.request, network: networkOf(run.request.ip) },
    lock: async (name, key) => takeLock(needsTransaction('lock'), `${name}:${key}`),
    fail(code, details) {
      throw new AgonError(code, details)
    },
    call: (id, input) => run.set.runInside(run, id, input) as Promise<never>,
    limitReached: async (flowId, transition, row) => flowOf(run, flowId).limitReached(run, transition, row),
    transition(flowId, ...asked) {
      needsTransaction('transition')
      return takeTransition(run, flowId, ...asked) as Promise<never>
    },
    ...writingParts(run),
    enqueue: (handler, input, when) => services.jobs.enqueue(handler, input, scope(), when),
    ...workerParts(run, scope),
    progress: async (state) => run.progress?.(state),
    features: (kind, id) => run.set.features.of(run, kind, id),
    send: (template, to, variables, facts) => putMessage(run, template, to, variables, facts),
    settings: <S>(id: string) => {
      const values = Object.entries(platform.get('settings', id).values)
      return Object.fromEntries(values.map(([name, { value }]) => [name, value])) as S
    },
    service: <P>(id: string) => services.providers.get<P>(id)?.provider ?? null,
    text: (key, values) => keyedText(platform, key, values),
    words: (template, variables) => templateWords(platform, platform.get('template', template), variables),
    signed: services.signed,
    follow: (topic, signal) => services.notices.follow(topic, signal),
    reply: {
      header: (name, value) => run.raw?.header(name, value),
      status: (code) => run.raw?.status(code),
      stream: (body) => run.raw?.stream(body),
      later: (make) => run.raw?.later(make),
    },
  }
  return withLateParts(rest, run, scope)
}

/** What is waited for outside of transactions. */
function workerParts(run: CallRun, scope: () => CallScope): Pick<HandlerContext, 'decode' | 'compute' | 'write'> {
  const { services } = run.set.deps
  return {
    async decode(decoder, source, data) {
      run.assertFree('a decoder')
      const isStored = !(source instanceof Uint8Array)
      const caller = { whose: scope().whose!, name: isStored ? source.name : decoder, background: run.call === null }
      return services.decoders.run(decoder, isStored ? await services.files.path(source.id) : source, data, caller)
    },
    async compute(computation, data, progress) {
      run.assertFree('a computation')
      return services.computations.run(computation, data, { whose: scope().whose!, progress })
    },
    async write(work) {
      if (run.transaction) return work(createContext(run))
      return inTransaction(run.pool, (transaction) => work(createContext(run.with({ transaction }))))
    },
  }
}

type WritingParts = Pick<HandlerContext, 'rows' | 'add' | 'change' | 'remove' | 'record'>

function writingParts(run: CallRun): WritingParts {
  const { files } = run.set.deps.services
  const rows = createRows(run, titleOf(run))
  return {
    rows,
    add: rows.create,
    change: rows.save,
    remove: rows.remove,
    async record(entry) {
      await files.claim(run.callScope, entry.entity, entry.rowId, entry.after)
      const freed = entry.after == null ? [...namedFiles(entry.before)] : []
      if (freed.length > 0) await files.release(run.db, entry.entity, [entry.rowId], freed)
      await recordEntry(run, entry, titleOf(run))
    },
  }
}

type LateParts = Pick<HandlerContext, 'forms' | 'designs' | 'files' | 'pdf' | 'personal' | 'documentStore' | 'sessions'>

/** Parts that few handlers use are made once, at their first use. */
function withLateParts(context: Omit<HandlerContext, keyof LateParts>, run: CallRun, scope: () => CallScope): HandlerContext {
  const { services } = run.set.deps
  const makers: { [name in keyof LateParts]: (whole: HandlerContext) => LateParts[name] } = {
    forms: () => services.forms.bind(scope(), (id, input) => run.set.runInside(run, id, input)),
    designs: designedForms,
    files: () => services.files.bind(scope()),
    pdf: () => services.pdf.bind(scope()),
    personal: () => services.personal.bind(scope()),
    documentStore: () => services.documentStore.bind(scope()),
    sessions: () => services.sessions.bind(scope()),
  }
  const whole = context as HandlerContext
  for (const [name, make] of Object.entries(makers)) {
    let made: unknown
    Object.defineProperty(whole, name, { enumerable: true, configurable: true, get: () => (made ??= make(whole)) })
  }
  return whole
}

function flowOf(run: CallRun, flowId: string) {
  const flow = run.set.flows.get(flowId)
  if (!flow) throw new AgonError('DOCUMENT_UNKNOWN', { kind: 'flow', id: flowId })
  return flow
}

function takeTransition(run: CallRun, ...[flowId, transition, rowId, input = {}]: Parameters<HandlerContext['transition']>) {
  const { platform } = run.set
  const flow = flowOf(run, flowId)
  const byId = celToSql({ cel: 'row.id == key', entity: platform.get('entity', flow.document.entity), platform, alias: ROW })
  const condition: Parameters<typeof flow.take>[1]['condition'] = (writer) => byId.condition(writer, { key: String(rowId) })
  return flow.take(run, { transition, condition, input, access: run.call?.document.access ?? 'signedIn' })
}

function titleOf({ cause }: CallRun) {
  if (!cause) return undefined
  const { log, title } = cause
  return log ? log.title : title
}
