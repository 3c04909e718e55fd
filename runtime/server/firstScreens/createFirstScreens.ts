/** First screens of public pages as a visitor sees them: what the page asks for is answered here, and drawn by the renderer's own components. What cannot
 *  be answered or drawn in time is left to the browser. */
import { isRead } from '../../core/callAddress.ts'
import type { PageDocument } from '../../core/documents.ts'
import { sessionFacts } from '../../core/permissions.ts'
import type { Lang, Platform } from '../../core/platform.ts'
import { readQuery } from '../../core/readQuery.ts'
import type { FirstAnswer, FirstScreen } from '../../core/wire.ts'
import { sourcesOf } from '../head/readHead.ts'
import { readSources } from '../head/readSources.ts'
import type { ServerDeps } from '../serverContext.ts'
import { createDrawer, type Part } from './createDrawer.ts'
import type { Drawing } from './draw.worker.ts'
import { createKeptDrawings, type Question } from './keptDrawings.ts'

export interface DrawRequest {
  page: PageDocument
  /** Parts of the path. */
  route: Readonly<Record<string, string>>
  /** Path and query. */
  address: string
  lang: Lang
  phone: boolean
  /** Host that was asked, which may decide what is shown. */
  host: string
}

/** As JSON texts, ready to be written. */
export interface DrawnScreen extends Drawing {
  boot: string
  page: string
  facts: Omit<FirstScreen, 'boot' | 'page'>
}

export interface FirstScreens {
  /** Null: the browser draws it. */
  draw(request: DrawRequest): Promise<DrawnScreen | null>
  stop(): Promise<void>
}

/** A source may need the answer of another one, and a table the answer of its source. */
const MAX_ROUNDS = 4
const LONGEST_MS = 300

export function createFirstScreens(deps: ServerDeps): FirstScreens | null {
  const drawer = createDrawer(deps.config.projectDirectory, deps.logger)
  if (!drawer) return null

  const kept = createKeptDrawings()

  async function drawn(request: DrawRequest): Promise<DrawnScreen | null> {
    const platform = deps.platform()
    const visitor = { session: deps.services.sessions.visitor(), lang: platform.app.languages.default }
    // the same for all visitors, as the calls answer it
    const [boot, page, texts] = await Promise.all([
      keptPart(platform, 'boot', () => deps.calls.run('platform.boot', {}, visitor)),
      keptPart(platform, `page ${request.page.id}`, () => deps.calls.run('platform.page', { id: request.page.id }, visitor)),
      keptPart(platform, `texts ${request.lang}`, async () => platform.texts[request.lang]),
    ])
    const at = deps.clock().getTime()
    const before = kept.find(platform, request)
    const answers = new Map<string, FirstAnswer | null>()
    const ask = (questions: readonly Question[]) =>
      Promise.all(questions.map(async (question) => answers.set(nameOf(question), await answerOf(deps, question, request))))
    // what it was drawn from last time is asked for immediately, and at first what its sources say by themselves
    if (before) await ask(before.questions)
    else await readOwn(deps, request, at, answers)
    const known = before && kept.same(before, answers, at)
    if (known) return known
    const questions = new Map(before?.questions.map((question) => [nameOf(question), question]))
    for (const answer of answers.values()) if (answer && !before) questions.set(...ownQuestion(answer))
    for (let round = 1; ; round += 1) {
      const facts = { lang: request.lang, at, phone: request.phone, answers: [...answers.values()].filter((answer) => answer !== null) }
      const drawing = await drawer!.draw({ platform, boot, page, texts, facts, address: request.address })
      if (!drawing) return null
      const open = drawing.missing.filter((question) => !answers.has(nameOf(question)))
      if (open.length === 0 || round === MAX_ROUNDS) {
        const screen = { ...drawing, boot: boot.json, page: page.json, facts: { ...facts, parts: drawing.parts } }
        kept.keep(platform, request, { questions: [...questions.values()], answers, screen })
        return screen
      }
      for (const question of open) questions.set(nameOf(question), question)
      await ask(open)
    }
  }

  return {
    draw: (request) => inTime(drawn(request), deps),
    stop: () => drawer.stop(),
  }
}

function nameOf({ call, params }: Question): string {
  return `${call} ${JSON.stringify(params)}`
}

function ownQuestion([call, params]: FirstAnswer): [string, Question] {
  return [`${call} ${params}`, { call, params: JSON.parse(params) }]
}

/** The answers to all sources of the page and its frame, where each is asked after those that it reads. */
async function readOwn(deps: ServerDeps, request: DrawRequest, at: number, answers: Map<string, FirstAnswer | null>): Promise<void> {
  const { page, lang, address, route } = request
  const { pathname: path, search } = new URL(address, 'http://page')
  const session = sessionFacts(deps.services.sessions.visitor())
  const query = readQuery(search, page.parameters ?? {}, route)
  const scope = { path, route, query, lang, session, now: new Date(at).toISOString(), state: page.state ?? {} }
  const sources = sourcesOf(deps.platform(), page)
  await readSources(sources, Object.keys(sources), {
    scope,
    async ask(call, params) {
      const answer = await answerOf(deps, { call, params }, request)
      answers.set(nameOf({ call, params }), answer)
      return answer?.[2] ?? null
    },
  })
}

/** What every visitor is answered; null for what is counted by visitor, depends on who asks, or fails. */
async function answerOf(deps: ServerDeps, { call: id, params }: Question, { lang, host }: DrawRequest): Promise<FirstAnswer | null> {
  const call = deps.platform().documents.call.get(id)
  if (!call || call.rateLimit || call.raw || !(isRead(call) || call.onlyReads)) return null
  const { headers, wasPersonal } = headersOfAnyone(host)
  const session = deps.services.sessions.visitor()
  const request = { id: 'first-screen', ip: '', headers }
  try {
    const data = await deps.calls.run(id, params, { session, lang, request })
    return wasPersonal() ? null : [id, JSON.stringify(params), data ?? null]
  } catch {
    return null
  }
}

/** Headers without a cookie; whether one was looked for. */
function headersOfAnyone(host: string) {
  let looked = false
  const headers: Record<string, string | undefined> = { host }
  Object.defineProperty(headers, 'cookie', {
    enumerable: true,
    get() {
      looked = true
      return undefined
    },
  })
  return { headers, wasPersonal: () => looked }
}

const parts = new WeakMap<Platform, Map<string, Promise<Part>>>()

function keptPart(platform: Platform, name: string, make: () => Promise<unknown>): Promise<Part> {
  const known = parts.get(platform) ?? new Map<string, Promise<Part>>()
  parts.set(platform, known)
  const found = known.get(name) ?? make().then((value) => ({ name, json: JSON.stringify(value) }))
  known.set(name, found)
  found.catch(() => known.delete(name))
  return found
}

function inTime(work: Promise<DrawnScreen | null>, { logger }: ServerDeps): Promise<DrawnScreen | null> {
  let timer: ReturnType<typeof setTimeout>
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), LONGEST_MS)
  })
  const careful = work.catch((error: unknown) => {
    logger.warn({ err: error }, 'a first screen could not be made')
    return null
  })
  return Promise.race([careful, late]).finally(() => clearTimeout(timer))
}
