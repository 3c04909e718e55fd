/** One form being filled: the engine decides, Formily's fields hold what is shown, and the validator runs once per change, after the paint.
 *
 *  Formily's core keeps one field per mounted control: its value, and as `data` the state and the error that the wrapper draws. Reactions are
 *  the engine's: only fields that really changed are touched. No React here. */
import { createForm, type Field } from '@formily/core'
import { serverNow } from '../../runtime/client/clock.ts'
import type { FormError } from '../../runtime/core/contracts.ts'
import { checkEngine, type FormValidator } from '../../runtime/core/form/checkForm.ts'
import type { CompiledForm, FieldTemplate } from '../../runtime/core/form/compileForm.ts'
import type { OptionValue } from '../../runtime/core/form/compileOptions.ts'
import { createFormEngine, type FieldState, type FormEngine, type FormEnvironment } from '../../runtime/core/form/createFormEngine.ts'
import { sameAnswer } from '../../runtime/core/form/isEmptyAnswer.ts'
import type { Answer, Held } from './contract.ts'

/** What a field's wrapper draws; replaced as a whole, so that one observer sees one change. */
export interface Shown {
  state: FieldState
  error: FormError | null
  /** How many places its options have left; null: they are not counted. */
  left: OptionsLeft | null
}
export type OptionsLeft = ReadonlyMap<OptionValue, number>

export interface FormSession {
  readonly compiled: CompiledForm
  readonly engine: FormEngine
  /** The Formily field of a path; made on first use. */
  field(path: string): Field
  answer(path: string): Answer
  template(path: string): FieldTemplate
  /** Sets answers from outside of the controls: a draft, a button of a repeat group. */
  write(path: string, value: unknown): void
  /** Replaces all answers: a draft restored. */
  restore(answers: Record<string, unknown>): void
  setContext(context: Record<string, unknown>): void
  /** Evaluates rules that depend on the time again. */
  tick(): void
  setValidator(validate: FormValidator): void
  /** Everything wrong now, shown next to the fields from now on. @param only paths whose errors are asked for, e.g. those of one step */
  check(only?: (path: string) => boolean): FormError[]
  /** Errors found by the server; each goes when its field changes. */
  showErrors(errors: readonly FormError[]): void
  /** What is left of options that have a number of places, by template path. */
  setPlaces(left: ReadonlyMap<string, OptionsLeft>): void
  /** Whether a control is still loading something, or failed to. */
  isHeld(): boolean
  /** Resolves when no control waits any more. @returns an error for each that did not get what it waited for */
  settled(): Promise<FormError[]>
  /** What a submit sends. */
  submission(): Record<string, unknown>
  /** Answers as they stand, for drafts. */
  values(): Record<string, unknown>
  /** Called after each change of an answer, with the changed paths. Returns a function that removes the listener. */
  onChange(listener: (paths: readonly string[]) => void): () => void
  /** Called after each check with the paths that have errors. Returns a function that removes the listener. */
  onErrors(listener: (wrong: ReadonlySet<string>) => void): () => void
  stop(): void
}

export interface SessionEnvironment extends Omit<FormEnvironment, 'now'> {
  /** The moment by which rules decide (see `FormEnvironment.now`). Default: the server's clock. */
  clock?: () => string
}

/** @param answers of a draft or a stored row @param environment context, session and clock of the form */
export function createFormSession(compiled: CompiledForm, answers: Record<string, unknown>, environment: SessionEnvironment): FormSession {
  const { clock = serverNow, ...rest } = environment
  return new Session(compiled, answers, rest, clock)
}

const NONE: readonly never[] = Object.freeze([])

const HIDDEN: FieldState = Object.freeze({
  visible: false,
  enabled: false,
  required: false,
  readable: false,
  writable: false,
  disabledOptions: NONE,
  hiddenOptions: NONE,
})

class Session implements FormSession {
  readonly compiled: CompiledForm
  engine: FormEngine
  private environment: FormEnvironment
  private readonly form = createForm()
  private readonly fields = new Map<string, Field>()
  private readonly answers = new Map<string, Answer>()
  private readonly readers = new Map<string, Set<() => void>>()
  private readonly listeners = new Set<(paths: readonly string[]) => void>()
  private readonly held = new Map<string, Held>()
  private readonly waiting = new Set<() => void>()
  private readonly errorListeners = new Set<(wrong: ReadonlySet<string>) => void>()
  private validate: FormValidator = () => null
  /** Errors found at the last check, whether shown or not. */
  private found = new Map<string, FormError>()
  private fromServer = new Map<string, FormError>()
  /** Paths whose errors show: left once, or asked for by a submit. */
  private readonly asked = new Set<string>()
  private askedAll = false
  private places: ReadonlyMap<string, OptionsLeft> = new Map()
  private pendingCheck = 0
  private fieldCount = 0

  private readonly clock: () => string

  constructor(compiled: CompiledForm, answers: Record<string, unknown>, environment: FormEnvironment, clock: () => string) {
    this.compiled = compiled
    this.environment = environment
    this.clock = clock
    this.engine = createFormEngine(compiled, answers, { ...environment, now: clock() })
  }

  field(path: string): Field {
    const known = this.fields.get(path)
    if (known) return known
    // A flat name, so that Formily parses no path and rows keep their fields when they move.
    this.fieldCount += 1
    const made = this.form.createField({ name: `f${this.fieldCount}`, value: this.engine.value(path), data: this.shown(path) })
    this.fields.set(path, made)
    return made
  }

  answer(path: string): Answer {
    const known = this.answers.get(path)
    if (known) return known
    const made: Answer = {
      path,
      read: () => this.engine.value(path),
      write: (value) => this.change(path, value, true),
      subscribe: (listener) => this.subscribe(path, listener),
      leave: () => this.leave(path),
      hold: (state) => this.hold(path, state),
    }
    this.answers.set(path, made)
    return made
  }

  template(path: string): FieldTemplate {
    return this.engine.template(path) ?? this.compiled.root
  }

  write(path: string, value: unknown): void {
    this.change(path, value, false)
  }

  restore(answers: Record<string, unknown>): void {
    const before = this.engine.paths()
    this.engine = createFormEngine(this.compiled, answers, { ...this.environment, now: this.clock() })
    this.found.clear()
    this.fromServer.clear()
    this.asked.clear()
    this.askedAll = false
    this.spread([...new Set([...before, ...this.engine.paths()])], null)
  }

  setContext(context: Record<string, unknown>): void {
    if (sameAnswer(context, this.environment.context ?? {})) return
    this.environment = { ...this.environment, context }
    this.spread(this.engine.setContext(context), null)
    this.checkSoon()
  }

  tick(): void {
    const changed = this.engine.setNow(this.clock())
    if (changed.length === 0) return
    this.spread(changed, null)
    this.checkSoon()
  }

  setValidator(validate: FormValidator): void {
    this.validate = validate
  }

  check(only?: (path: string) => boolean): FormError[] {
    this.tick()
    this.cancelCheck()
    if (only) for (const path of this.engine.paths()) only(path) && this.asked.add(path)
    else this.askedAll = true
    this.diff()
    const errors = [...this.found.values()]
    return only ? errors.filter((error) => only(error.path)) : errors
  }

  showErrors(errors: readonly FormError[]): void {
    this.fromServer = new Map(errors.map((error) => [error.path, error]))
    for (const { path } of errors) this.asked.add(this.owner(path))
    this.redraw(errors.map(({ path }) => this.owner(path)))
  }

  setPlaces(left: ReadonlyMap<string, OptionsLeft>): void {
    this.places = left
    this.redraw(this.fields.keys())
  }

  isHeld(): boolean {
    return this.held.size > 0
  }

  async settled(): Promise<FormError[]> {
    while ([...this.held.values()].includes('busy')) await new Promise<void>((resolve) => this.waiting.add(resolve))
    return [...this.held.keys()].map((path) => ({ path, rule: HELD, message: { key: 'form.uploadOpen', values: {} } }))
  }

  submission(): Record<string, unknown> {
    return this.engine.submission().values
  }

  values(): Record<string, unknown> {
    return this.engine.values()
  }

  onChange(listener: (paths: readonly string[]) => void): () => void {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  onErrors(listener: (wrong: ReadonlySet<string>) => void): () => void {
    this.errorListeners.add(listener)
    return () => this.errorListeners.delete(listener)
  }

  stop(): void {
    this.cancelCheck()
    this.listeners.clear()
    this.form.onUnmount()
  }

  private change(path: string, value: unknown, byControl: boolean): void {
    const paths = this.engine.set(path, value)
    if (paths.length === 0) return
    this.spread(paths, byControl ? path : null)
    this.checkSoon()
  }

  /** Takes changes of the engine to Formily's fields and to controls; `own` made the change itself. */
  private spread(paths: readonly string[], own: string | null): void {
    for (const path of paths) this.fromServer.delete(path)
    for (const path of paths) this.sync(path)
    for (const path of paths) if (path !== own) for (const listener of this.readers.get(path) ?? []) listener()
    for (const listener of this.listeners) listener(paths)
  }

  private sync(path: string): void {
    const field = this.fields.get(path)
    if (!field) return
    const value = this.engine.value(path)
    if (!sameAnswer(field.value, value)) field.value = value
    this.draw(path, field)
  }

  private draw(path: string, field: Field): void {
    const now = this.shown(path)
    const before = field.data as Shown
    if (before.state !== now.state || before.left !== now.left || !sameError(before.error, now.error)) field.data = now
  }

  private shown(path: string): Shown {
    const shows = this.askedAll || this.asked.has(path)
    return {
      state: this.engine.state(path) ?? HIDDEN,
      error: this.fromServer.get(path) ?? (shows ? (this.found.get(path) ?? null) : null),
      left: this.places.get(this.template(path).path) ?? null,
    }
  }

  private subscribe(path: string, listener: () => void): () => void {
    const set = this.readers.get(path) ?? new Set()
    this.readers.set(path, set.add(listener))
    return () => set.delete(listener)
  }

  private hold(path: string, state: Held | null): void {
    if ((this.held.get(path) ?? null) === state) return
    if (state === null) this.held.delete(path)
    else this.held.set(path, state)
    if (state !== 'failed' && this.fromServer.get(path)?.rule === HELD) {
      this.fromServer.delete(path)
      this.redraw([path])
      this.checkSoon()
    }
    for (const resolve of this.waiting) resolve()
    this.waiting.clear()
  }

  private leave(path: string): void {
    if (this.askedAll || this.asked.has(path)) return
    this.asked.add(path)
    this.checkSoon()
  }

  /** Runs once for all changes so far, and after the paint, so that typing never waits for it. */
  private checkSoon(): void {
    if (this.pendingCheck) return
    this.pendingCheck = window.setTimeout(() => {
      this.pendingCheck = 0
      this.diff()
    }, CHECK_DELAY_MS)
  }

  private cancelCheck(): void {
    window.clearTimeout(this.pendingCheck)
    this.pendingCheck = 0
  }

  private diff(): void {
    const errors = checkEngine(this.engine, this.engine.submission().values, this.validate)
    const before = this.found
    this.found = new Map()
    // An error inside a value (one file of several) is shown at the field around it.
    for (const error of errors) if (!this.found.has(this.owner(error.path))) this.found.set(this.owner(error.path), error)
    this.redraw(new Set([...before.keys(), ...this.found.keys(), ...this.asked]))
    if (this.errorListeners.size === 0) return
    const wrong = new Set([...errors.map((error) => error.path), ...this.fromServer.keys()])
    for (const listener of this.errorListeners) listener(wrong)
  }

  private redraw(paths: Iterable<string>): void {
    for (const path of paths) {
      const field = this.fields.get(path)
      if (field) this.draw(path, field)
    }
  }

  private owner(path: string): string {
    for (let at = path; at !== ''; at = at.slice(0, at.lastIndexOf('/'))) if (this.engine.template(at)) return at
    return path
  }
}

/** Rule of the error that stands where something did not come. */
const HELD = 'held'

/** Long enough for the paint of a key stroke to go first, short enough to seem immediate. */
const CHECK_DELAY_MS = 40

function sameError(left: FormError | null, right: FormError | null): boolean {
  return left === right || (left !== null && right !== null && left.rule === right.rule && sameAnswer(left.message, right.message))
}
