/** The data sources of a screen: named requests that run when their parameters are known, again when these change, on demand and by the clock.
 *  A source waits for the sources its parameters name; an answer that is no longer wanted is dropped. */
import { proxy, ref } from 'valtio/vanilla'
import type { Source } from '../core/documents.ts'
import { CallError, isAborted, isRefusal } from './CallError.ts'
import { tellHttpFault } from './failures.ts'
import { firstAnswer } from './firstScreen.ts'
import { callAddress, request } from './http.ts'
import { onOwn } from './liveSources.ts'
import { noteReply } from './offline/replies.ts'
import { remedyOf } from './remedies.ts'
import { markOrder } from './requestOrder.ts'
import type { Scope } from './scope.ts'
import { evaluateCel, evaluateEntries, extendScope, holds, namesIn } from './scope.ts'

/** `idle`: its `when` is false. `waiting`: a source it names has no data yet. `ready` with `busy`: the last data is shown while new ones come. */
export interface SourceState {
  status: 'idle' | 'waiting' | 'loading' | 'ready' | 'error'
  data: unknown
  error: CallError | null
  busy: boolean
}

/** What is asked for again: some names, all, or all but some. */
export type RefreshNames = readonly string[] | 'all' | { allBut: ReadonlySet<string> }

/** Whether a name is among what is asked for again. */
export function isNamed(names: RefreshNames, name: string): boolean {
  if (names === 'all') return true
  return 'allBut' in names ? !names.allBut.has(name) : names.includes(name)
}

export interface Sources {
  /** By source name. */
  readonly states: Record<string, SourceState>
  /** Takes over the answers that came with the page. @param onAdopted is called after each, for names that follow from it */
  adopt(onAdopted: () => void): void
  /** From here on sources follow the clock and what happens on the server. */
  start(): void
  /** Runs what has to run after a name of the scope changed. */
  update(): void
  /** Fetches again, but for what was asked after `since` (of `markOrder`) with the same parameters; resolves when all have answered (well or not).
   *  Unknown names are ignored. */
  refresh(names: RefreshNames, since?: number): Promise<void>
  stop(): void
}

interface Runner {
  source: Source
  /** Parameters of the last request, as JSON: what decides whether to ask again. */
  key: string | null
  /** Parameters of the answer that is shown. */
  shown: string | null
  controller: AbortController | null
  /** The last request: when it began, and what ends with its answer. */
  began: number
  asked: Promise<void>
  timer: ReturnType<typeof setInterval> | null
  /** Rings when the answer is out of date. */
  alarm: ReturnType<typeof setTimeout> | undefined
  neededNames: readonly string[]
}

/** Times are the last one of what they end: the answer is another one just after. */
const PAST_MS = 5
/** The longest timeout of browsers. A page that stays open longer is updated by `every`, or by a reload. */
const LONGEST_WAIT_MS = 2 ** 31 - 1
const NOTHING: SourceState = { status: 'waiting', data: null, error: null, busy: false }

/** Sources over a scope that (also) holds their own data under their names. Nothing runs before the first `update`. */
export function createSources(definitions: Record<string, Source>, scope: Scope): Sources {
  const runners = new Map(Object.entries(definitions).map(([name, source]) => [name, runnerOf(name, source, definitions)]))
  const states = proxy(Object.fromEntries(Object.keys(definitions).map((name) => [name, { ...NOTHING }])))

  function update(): void {
    for (const [name, runner] of runners) advance(name, runner)
  }

  function advance(name: string, runner: Runner): void {
    const state = states[name]!
    if (runner.neededNames.some((other) => !isSettled({ states, runners }, other))) settle(runner, state, 'waiting')
    else if (!holds(runner.source.when, scope)) settle(runner, state, 'idle')
    else fetchWhenNew(name, runner)
  }

  function fetchWhenNew(name: string, runner: Runner): void {
    const params = evaluateEntries(runner.source.params, scope)
    const key = JSON.stringify(params)
    if (key !== runner.key) void ask(name, runner, params, key)
  }

  function ask(name: string, runner: Runner, params: Record<string, unknown>, key: string): Promise<void> {
    runner.began = markOrder()
    runner.asked = fetchData(running, name, runner, { params, key })
    return runner.asked
  }

  async function again(name: string, since = Number.POSITIVE_INFINITY): Promise<void> {
    const runner = runners.get(name)
    if (!runner || states[name]!.status === 'idle' || states[name]!.status === 'waiting') return
    const params = evaluateEntries(runner.source.params, scope)
    const key = JSON.stringify(params)
    await (runner.began > since && runner.key === key ? runner.asked : ask(name, runner, params, key))
  }

  const running: Running = { runners, states, scope, again: (name) => again(name) }
  let removeLive: (() => void) | undefined

  return {
    states,
    adopt: (onAdopted) => adoptAnswers(running, onAdopted),
    start() {
      removeLive = followLive(definitions, running.again)
      for (const [name, runner] of runners) if (states[name]!.status === 'ready') followAnswer(running, name, runner)
      update()
    },
    update,
    async refresh(names, since) {
      const wanted = [...runners.keys()].filter((name) => isNamed(names, name))
      await Promise.all(wanted.map((name) => again(name, since)))
    },
    stop() {
      removeLive?.()
      for (const runner of runners.values()) stopRunner(runner)
    },
  }
}

/** Asks sources with `live` again when something of the person's own has changed. Answers the remover. */
function followLive(definitions: Record<string, Source>, again: (name: string) => Promise<void>): (() => void) | undefined {
  const live = Object.keys(definitions).filter((name) => definitions[name]!.live)
  return live.length > 0 ? onOwn('change', () => void Promise.all(live.map(again))) : undefined
}

interface Running {
  runners: ReadonlyMap<string, Runner>
  states: Record<string, SourceState>
  scope: Scope
  again(name: string): Promise<void>
}

async function fetchData(
  running: Running,
  name: string,
  runner: Runner,
  asked: { params: Record<string, unknown>; key: string },
): Promise<void> {
  const { params, key } = asked
  const state = running.states[name]!
  runner.controller?.abort()
  const controller = new AbortController()
  Object.assign(runner, { key, controller })
  const keeps = runner.source.keep !== false && state.status === 'ready'
  Object.assign(state, keeps ? { busy: true } : { status: 'loading', busy: true, data: runner.source.keep === false ? null : state.data })
  try {
    const data = await request(runner.source.call, params, { signal: controller.signal, asker: 'source' })
    if (controller.signal.aborted) return
    runner.shown = key
    Object.assign(state, { status: 'ready', data: hold(data), error: null, busy: false })
  } catch (error) {
    if (isAborted(error) || controller.signal.aborted) return
    fail(runner, state, error, keeps && runner.shown === key)
  }
  followAnswer(running, name, runner)
}

/** Answers go out of date: at a moment that they name, and by the clock. */
function followAnswer({ states, scope, again }: Running, name: string, runner: Runner): void {
  const { status, data } = states[name]!
  if (status === 'ready') {
    clearTimeout(runner.alarm)
    const wait = waitUntil(runner.source, scope, { [name]: data })
    if (wait !== null) runner.alarm = setTimeout(() => void again(name), wait)
  }
  startClock(runner, () => void again(name))
}

/** Until no further source can: one may need the answer of another. */
function adoptAnswers(adopting: Running, onAdopted: () => void): void {
  for (let adopted = true; adopted; ) {
    adopted = false
    for (const [name, runner] of adopting.runners) {
      if (!adoptOne(adopting, name, runner)) continue
      adopted = true
      onAdopted()
    }
  }
}

function adoptOne(adopting: Running, name: string, runner: Runner): boolean {
  const { states, scope } = adopting
  const state = states[name]!
  if (isSettled(adopting, name) || runner.neededNames.some((other) => !isSettled(adopting, other))) return false
  if (!holds(runner.source.when, scope)) {
    state.status = 'idle'
    return true
  }
  const params = evaluateEntries(runner.source.params, scope)
  const found = firstAnswer(runner.source.call, params)
  if (!found) return false
  runner.key = runner.shown = JSON.stringify(params)
  noteReply(callAddress(runner.source.call, params), runner.source.call, { code: 0, data: found.data }, true)
  Object.assign(state, { status: 'ready', data: hold(found.data) })
  return true
}

function runnerOf(name: string, source: Source, definitions: Record<string, Source>): Runner {
  const named = [...namesIn(source.params), ...namesIn(source.when)].filter((other) => other !== name && other in definitions)
  const nothing = { key: null, shown: null, controller: null, timer: null, alarm: undefined }
  return { source, ...nothing, began: 0, asked: Promise.resolve(), neededNames: named }
}

function startClock(runner: Runner, ask: () => void): void {
  const { every } = runner.source
  if (!every || runner.timer) return
  runner.timer = setInterval(() => {
    if (document.visibilityState === 'visible' && navigator.onLine) ask()
  }, every * 1_000)
}

function settle(runner: Runner, state: SourceState, status: 'waiting' | 'idle'): void {
  runner.controller?.abort()
  clearTimeout(runner.alarm)
  runner.controller = null
  runner.key = null
  if (state.status === status) return
  // A source that only waits again keeps its data: what it names is being refreshed.
  Object.assign(state, { status, error: null, busy: false, data: status === 'idle' ? null : state.data })
}

/** @param mayStay  the answer on the screen is of the same parameters */
function fail(runner: Runner, state: SourceState, error: unknown, mayStay: boolean): void {
  // After a failure that a retry may correct, the previous answer stays on the screen, with all typed text.
  if (mayStay && error instanceof CallError && !isRefusal(error)) Object.assign(state, { busy: false })
  else if (runner.source.noError && isRefusal(error)) Object.assign(state, { status: 'idle', data: null, busy: false })
  else Object.assign(state, { status: 'error', error: ref(asCallError(error)), busy: false })
  // A failure of a timed refresh is shown only in place of the source.
  if (!runner.source.noError && !runner.timer && !remedyOf(error)) tellHttpFault(error)
}

/** Milliseconds until the answer is out of date; null: never, or later than a timeout can be. */
function waitUntil(source: Source, scope: Scope, named: Record<string, unknown>): number | null {
  if (!source.until) return null
  const { at, now } = source.until
  const [then, here] = [at, now].map((moment) => Date.parse(String(evaluateCel(moment, extendScope(scope, named)))))
  const wait = then! - here! + PAST_MS
  return wait > 0 && wait <= LONGEST_WAIT_MS ? wait : null
}

function stopRunner(runner: Runner): void {
  runner.controller?.abort()
  clearTimeout(runner.alarm)
  if (runner.timer) clearInterval(runner.timer)
}

/** Whether what needs the answer may be asked: with null where the page continues without it. */
function isSettled({ states, runners }: Pick<Running, 'states' | 'runners'>, name: string): boolean {
  const { status } = states[name]!
  return status === 'ready' || status === 'idle' || (status === 'error' && runners.get(name)!.source.noError === true)
}

// Large answers stay plain: only the reference is watched.
function hold(data: unknown): unknown {
  return typeof data === 'object' && data !== null ? ref(data) : data
}

function asCallError(error: unknown): CallError {
  return error instanceof CallError ? error : new CallError('UNEXPECTED')
}
