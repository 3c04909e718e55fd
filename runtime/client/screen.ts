/** One shown page: its state, its sources, its open drawers and dialogs, and the scope its expressions read. Lives as long as the address keeps
 *  showing the same page; a new boot or a changed query updates it in place. */
import { proxy, ref, snapshot, subscribe } from 'valtio/vanilla'
import type { Source, Value } from '../core/documents.ts'
import { booted } from './boot.ts'
import { serverTime } from './clock.ts'
import { isFirstScreen } from './firstScreen.ts'
import type { FailingNames, Names, Scope } from './scope.ts'
import { evaluateEntries, FAILED } from './scope.ts'
import { session } from './session.ts'
import type { RefreshNames, Sources } from './sources.ts'
import { createSources, isNamed } from './sources.ts'
import { language } from './texts.ts'

export interface ScreenPlace {
  /** Of the address, without query. */
  path: string
  route: Record<string, string>
  query: Record<string, unknown>
}

/** What a screen is made from; a frame around pages has sources only. */
export interface ScreenDefinition {
  sources?: Record<string, Source>
  state?: Record<string, Value>
}

/** Rows of a table in its order, and how one is opened. */
export interface Walk {
  keys: readonly string[]
  /** Rows on the pages before, and all of them; a number with a sign when there are more than were counted. */
  before: number
  total: string
  open(key: string): void
  /** Goes to the next or previous page, and opens its first or last row; undefined where there is none. */
  turn: Readonly<Record<'next' | 'previous', (() => void) | undefined>>
}

export interface Screen {
  scope: Scope
  sources: Sources
  /** Names of the sources that are the subject of the screen. */
  subjects: readonly string[]
  /** Open drawers and dialogs: id -> the names it was opened with. */
  overlays: Record<string, Names>
  /** Rows of tables on the screen, by the id of the table: what a drawer goes through. */
  walks: Record<string, Walk>
  /** Asks its sources, and follows the clock, the session and the language until it stops. */
  start(): void
  move(place: ScreenPlace): void
  set(values: Record<string, unknown>): void
  open(id: string, names: Names): void
  close(id: string): void
  /** Sources and whatever else (tables) registered under these names. @param since  see `Sources.refresh` */
  refresh(names: RefreshNames, since?: number): Promise<void>
  /** Registers something refreshable under a name. Answers the remover. */
  onRefresh(name: string, listener: () => Promise<void>): () => void
  stop(): void
}

/** `now` of expressions moves in steps: countdowns are right to half a minute, and nothing is drawn in between. */
const CLOCK_STEP_MS = 30_000

/** A screen at a place, with the answers that came with the page. Call `start` when it is shown, and `stop` when it is left. */
export function createScreen(definition: ScreenDefinition, place: ScreenPlace, above?: Scope): Screen {
  const facts = proxy({ path: place.path, route: place.route, query: place.query, state: {} as Record<string, unknown>, now: nowText() })
  const overlays = proxy<Record<string, Names>>({})
  const walks = proxy<Record<string, Walk>>({})
  const listeners = new Set<() => void>()
  const refreshers = new Map<string, Set<() => Promise<void>>>()
  let names: Names | null = null

  const scope: Scope = {
    read: () => (names ??= readNames()),
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
  const sources = createSources(definition.sources ?? {}, scope)
  Object.assign(facts.state, evaluateEntries(definition.state, scope))
  forget()

  function forget(): void {
    names = null
  }

  function readNames(): Names {
    return { ...withAnswers(above?.read() ?? {}, sources.states), ...snapshot(facts), ...outerNames() }
  }

  function changed(): void {
    forget()
    sources.update()
    for (const listener of [...listeners]) listener()
  }

  if (isFirstScreen()) sources.adopt(forget)
  let clock: ReturnType<typeof setInterval> | undefined
  const removers: (() => void)[] = []

  return {
    scope,
    sources,
    subjects: Object.entries(definition.sources ?? {}).flatMap(([name, { subject }]) => (subject ? [name] : [])),
    overlays,
    walks,
    start() {
      clock = setInterval(() => {
        facts.now = nowText()
      }, CLOCK_STEP_MS)
      removers.push(...[facts, sources.states, session, language, booted].map((watched) => subscribe(watched, changed)))
      if (above) removers.push(above.subscribe(changed))
      sources.start()
    },
    move: ({ path, route, query }) => void Object.assign(facts, { path, route, query }),
    set: (values) => assignState(facts.state, values),
    open: (id, opened) => void Object.assign(overlays, { [id]: ref(opened) }),
    close: (id) => void delete overlays[id],
    async refresh(wanted, since) {
      const own = [...refreshers].filter(([name]) => isNamed(wanted, name)).flatMap(([, set]) => [...set])
      await Promise.all([sources.refresh(wanted, since), ...own.map((run) => run())])
    },
    onRefresh(name, listener) {
      const set = refreshers.get(name) ?? new Set()
      refreshers.set(name, set.add(listener))
      return () => set.delete(listener)
    },
    stop() {
      sources.stop()
      clearInterval(clock)
      for (const remove of removers.splice(0)) remove()
    },
  }
}

/** The names around a screen, with what its own sources answered, and which of all of them failed. */
function withAnswers(around: FailingNames, states: Sources['states']): FailingNames {
  const own = Object.entries(states)
  const failed = own.filter(([, { status }]) => status === 'error').map(([name]) => name)
  const failedAround = [...(around[FAILED] ?? [])].filter((name) => !(name in states))
  return { ...around, ...Object.fromEntries(own.map(([name, { data }]) => [name, data])), [FAILED]: new Set([...failedAround, ...failed]) }
}

/** What every screen may read. */
function outerNames(): Names {
  return { session: snapshot(session).facts, app: booted.boot?.app ?? null, lang: language.lang }
}

// `set` may name `state.x` or just `x`.
function assignState(state: Record<string, unknown>, values: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(values)) {
    const held = typeof value === 'object' && value !== null ? ref(value) : value
    state[name.replace(/^state\./, '')] = held
  }
}

function nowText(): string {
  return new Date(Math.floor(serverTime() / CLOCK_STEP_MS) * CLOCK_STEP_MS).toISOString()
}
