/** Builds the context of a handler (its contract is in `runtime/core/contracts.ts`) for one running call: what is known of the call, and the doors. */

import type { HandlerContext } from '../../core/contracts.ts'
import { AgonError } from '../../core/errors.ts'
import { settingsOf } from '../../core/settingsOf.ts'
import { errorFromPostgres } from '../database/errorFromPostgres.ts'
import { openTables } from '../database/openTables.ts'
import { writeBook } from '../exports/writeBook.ts'
import { designedForms } from '../forms/designedForms.ts'
import { extensionsAt } from '../importExtensions.ts'
import { operatingMode } from '../operate/operatingMode.ts'
import { messageLink } from '../outbox/messageLink.ts'
import { putMessage } from '../outbox/putMessage.ts'
import { createRows } from '../rows/createRows.ts'
import type { CallScope } from '../serverContext.ts'
import { keyedText } from '../wire/keyedText.ts'
import { networkOf } from '../wire/networkOf.ts'
import { templateWords } from '../wire/templateWords.ts'
import type { CallRun } from './CallRun.ts'
import { takeLock } from './locks.ts'
import { inTransaction } from './transaction.ts'

/** @param run the call; its transaction, when it has one, is what `db` writes into */
export function createContext(run: CallRun): HandlerContext {
  const { deps, platform } = run.set
  let bound: CallScope | undefined
  const scope = () => (bound ??= run.callScope)
  const own: OwnParts = {
    get db() {
      return run.db
    },
    get tables() {
      return openTables(run.db)
    },
    get outsideTransaction() {
      return run.set.cleans(deps.outsideTransaction)
    },
    platform,
    session: run.session,
    now: run.now,
    lang: run.lang,
    site: deps.config.siteAddress,
    mode: operatingMode(deps),
    replicas: deps.replicas?.states() ?? [],
    request: { ...run.request, network: networkOf(run.request.ip) },
    lock: async (name, key) => takeLock(run.writing('lock'), `${name}:${key}`),
    fail(code, details) {
      throw new AgonError(code, details)
    },
    call: (id, input) => run.set.runInside(run, id, input as Record<string, unknown>) as Promise<never>,
    callFor: (userId, id, input) => callFor(run, userId, id, input as Record<string, unknown>) as Promise<never>,
    extensions: (point) => extensionsAt(deps.extensions, point),
    text: (key, values) => keyedText(platform, key, values),
    reply: {
      header: (name, value) => run.raw?.header(name, value),
      status: (code) => run.raw?.status(code),
      stream: (body) => run.raw?.stream(body),
      later: (make) => run.raw?.later(make),
    },
  }
  return withLate<HandlerContext>(own, {
    rows: () => createRows(run),
    people: () => peopleDoor(run, scope),
    documents: () => documentsDoor(run, scope),
    messages: () => messagesDoor(run),
    jobs: () => jobsDoor(run, scope),
    files: () => filesDoor(run, scope),
  })
}

/** Calls that have an address check who stands behind a request; that person is not here. */
async function callFor(run: CallRun, userId: string, id: string, input: Record<string, unknown>): Promise<unknown> {
  const { set } = run
  if (!set.get(id).document.inner) throw new AgonError('SERVER_FAULT', { message: `only an inner call runs for someone else: ${id}` })
  const rights = await set.deps.services.sessions.bind(run.callScope).rightsOf(userId)
  return set.runInside(run.onBehalfOf(rights), id, input)
}

type DoorName = 'rows' | 'people' | 'documents' | 'messages' | 'jobs' | 'files'
type OwnParts = Omit<HandlerContext, DoorName>

function peopleDoor(run: CallRun, scope: () => CallScope): HandlerContext['people'] {
  const { sessions, personal, signed } = run.set.deps.services
  const listed: HandlerContext['people']['listed'] = (call, input, ids = null) => run.set.people(run, call, { ...input }, ids)
  return withLate<HandlerContext['people']>(
    { signed, listed },
    { sessions: () => sessions.bind(scope()), personal: () => personal.bind(scope()) },
  )
}

function documentsDoor(run: CallRun, scope: () => CallScope): HandlerContext['documents'] {
  const { platform, deps, runInside } = run.set
  const { forms, documentStore, providers } = deps.services
  const own: Pick<HandlerContext['documents'], 'settings' | 'service' | 'marksNodes'> = {
    marksNodes: deps.config.dev,
    settings: (id) => settingsOf(id, platform),
    service: <P>(id: string) => providers.get<P>(id)?.provider ?? null,
  }
  return withLate<HandlerContext['documents']>(own, {
    forms: () => forms.bind(scope(), (id, input) => runInside(run, id, input)),
    designs: () => designedForms(createContext(run)),
    store: () => documentStore.bind(scope()),
  })
}

function messagesDoor(run: CallRun): HandlerContext['messages'] {
  const { platform, deps } = run.set
  return {
    send: (template, to, variables, facts) => putMessage(run, template, to, variables, facts),
    renderTemplate: (template, variables) => {
      const document = platform.get('template', template)
      return {
        ...templateWords(platform, document, variables),
        link: messageLink(platform, { template: document, variables, lang: run.lang, site: deps.config.siteAddress }),
      }
    },
    subscribe: (topic, signal) => deps.services.notices.subscribe(topic, signal),
  }
}

function jobsDoor(run: CallRun, scope: () => CallScope): HandlerContext['jobs'] {
  const { jobs, computations } = run.set.deps.services
  return {
    enqueue: (handler, input, when) => jobs.enqueue(handler, input, scope(), when),
    progress: async (state) => run.progress?.(state),
    async compute(computation, data, progress) {
      run.assertFree('a computation')
      return computations.run(computation, data, { whose: scope().whose!, progress })
    },
    async write(work) {
      if (run.transaction) return work(createContext(run))
      try {
        return await inTransaction(run.pool, (transaction) => work(createContext(run.with({ transaction }))))
      } catch (error) {
        // what the database refuses has the code that a call would answer
        throw error instanceof AgonError ? error : (errorFromPostgres(error, run.set.tables) ?? error)
      }
    },
  }
}

function filesDoor(run: CallRun, scope: () => CallScope): HandlerContext['files'] {
  const { files, decoders, pdf } = run.set.deps.services
  const own: Pick<HandlerContext['files'], 'decode' | 'workbook'> = {
    workbook(book) {
      run.assertFree('a workbook')
      return writeBook(book, run.set.platform.texts[run.lang]['export.choices']!, files)
    },
    async decode(decoder, source, data) {
      run.assertFree('a decoder')
      const isStored = !(source instanceof Uint8Array)
      const caller = { whose: scope().whose!, name: isStored ? source.name : decoder, background: run.call === null }
      return decoders.run(decoder, isStored ? await files.path(source.id) : source, data, caller)
    },
  }
  return withLate<HandlerContext['files']>(Object.assign(files.bind(scope()), own), { pdf: () => pdf.bind(scope()) })
}

/** Parts that few handlers use are made once, at their first use. */
function withLate<T extends object>(own: Partial<T>, makers: { [name in keyof T]?: () => T[name] }): T {
  for (const [name, make] of Object.entries(makers) as [string, () => unknown][]) {
    let made: unknown
    Object.defineProperty(own, name, { enumerable: true, configurable: true, get: () => (made ??= make()) })
  }
  return own as T
}
