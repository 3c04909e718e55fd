/** A form being filled: answers in, the state of every field out, and after a change only what depends on it is evaluated again.
 *
 *  Invariants: `state` and `values` after any row of changes equal `evaluateForm` of the same answers; a value of a hidden field that does not
 *  keep it reads as null in every expression; a field with `clear` is emptied in the pass that hides it; a computed value is never an answer. */

import { isRecord } from '../isRecord.ts'
import { holdsPermission } from '../permissions.ts'
import { normaliseValue } from '../values/normaliseValue.ts'
import { childPath } from './answerPath.ts'
import type { CompiledForm, FieldTemplate, FilledValue } from './compileForm.ts'
import { type OptionNode, type OptionValue, offeredAnswer } from './compileOptions.ts'
import { compileRule, type Rule } from './compileRule.ts'
import { isEmptyAnswer, sameAnswer } from './isEmptyAnswer.ts'
import type { EvaluationNode } from './planEvaluation.ts'

export interface FormEnvironment {
  /** The facts of the form's `context`. Absent with `now` (answers that are only read): what depends on them is shown when it was answered, and what was
   *  computed from them stays as it was stored. */
  context?: Record<string, unknown>
  /** Permission codes of the person: `session.permissions`, readers, writers. */
  permissions: readonly string[]
  /** The moment by which rules decide, as the server's clock has it: ISO 8601 in UTC with milliseconds, so that times compare as texts. Absent
   *  (answers that are only read): whatever depends on it is shown when it was answered. */
  now?: string
  /** read: nothing can be filled, so nothing is enabled or required. Default `write`. */
  mode?: 'write' | 'read'
  /** all: the form's readers and writers are ignored (never `session.permissions`), for answers that the server stores. Default `own`. */
  rights?: 'own' | 'all'
  /** The form fills values in that the person may change (`x-set` without `fixed`). Only while someone fills it: what was sent is as the person left it. */
  fills?: boolean
}

export interface FieldState {
  readonly visible: boolean
  readonly enabled: boolean
  /** Asked for now: declared or by `requiredWhen`, and visible, enabled, writable, not computed. */
  readonly required: boolean
  readonly readable: boolean
  readonly writable: boolean
  /** Options that may not be chosen now. */
  readonly disabledOptions: readonly OptionValue[]
  /** Options that are not offered now; as an answer they do not count. */
  readonly hiddenOptions: readonly OptionValue[]
}

export interface FormEngine {
  readonly compiled: CompiledForm
  /** State of the field at a path (concrete: `/members/0/name`), undefined when there is none. */
  state(path: string): FieldState | undefined
  /** Answer on the screen, as typed: also of a hidden field that keeps it; the computed value of a computed field. */
  value(path: string): unknown
  /** The declaration of the field at a path. */
  template(path: string): FieldTemplate | undefined
  /** Whether the value of a field takes part: it is visible, or hidden and kept. */
  isHeld(path: string): boolean
  /** Whether the form decides the value of a field now, whatever was sent. */
  isFixed(path: string): boolean
  /** All concrete paths, in document order. */
  paths(): string[]
  /** Ids of the steps on the way, in the order that one passes them; empty where no step can be passed over. */
  way(): string[]
  /** Number of rows of a repeat group. */
  rowCount(path: string): number
  /** Sets one answer (or a whole group or repeat group) and evaluates what depends on it.
   *  @returns paths whose value or state changed, the set one first; empty when nothing did, there is no such field, or the person may not write it */
  set(path: string, value: unknown): string[]
  /** The value of an expression over the root fields, `context`, `session` and `now`, and `item` of the field at `path`: parameters of option calls. */
  evaluate(source: string, path?: string): unknown
  /** Replaces the context. @returns paths that changed */
  setContext(context: Record<string, unknown>): string[]
  /** Time has passed. @returns paths that changed */
  setNow(now: string): string[]
  /** The answers as a tree: computed values in, cleared ones out, empty ones left out. Built on each call. */
  values(): Record<string, unknown>
  /** As `values`, without what a submission must not carry: hidden values that are not kept, and values the person may not write. */
  submission(): { values: Record<string, unknown>; dropped: string[] }
}

/** One field at one place. */
interface Instance {
  readonly field: FieldTemplate
  readonly path: string
  readonly parent: Instance | null
  /** Scope object that holds this field's value: the root's, a group's or a row's. */
  readonly holder: Record<string, unknown>
  /** `item` of the rules. */
  readonly item: Record<string, unknown> | null
  /** Groups: fields. Repeat groups: none. */
  children: Instance[]
  /** Repeat groups only. */
  rows: Row[]
  /** What expressions read of a group or repeat group while it takes part. */
  scope: Record<string, unknown> | Record<string, unknown>[] | null
  /** The answer of a value; of a group or repeat group only what is not an object or array, so that the validator sees it. */
  raw: unknown
  computed: unknown
  /** The value that the person cannot change now. */
  fixed: { value: unknown } | null
  /** What the form filled in, and when it last did: by rule, whether its condition held. */
  filled: { held: boolean[]; value: unknown } | null
  /** The person has answered: a value that follows others follows no more. */
  touched: boolean
  shown: boolean
  held: boolean
  state: FieldState
  alive: boolean
}
interface Row {
  scope: Record<string, unknown>
  children: Instance[]
  raw: unknown
}

/** Evaluates a form with answers and keeps it up to date. `answers` is read, never changed. */
export function createFormEngine(compiled: CompiledForm, answers: unknown, environment: FormEnvironment): FormEngine {
  return new Engine(compiled, answers, environment)
}

const NOTHING_DISABLED: readonly OptionValue[] = Object.freeze([])
const UNKNOWN: FieldState = Object.freeze({
  visible: false,
  enabled: false,
  required: false,
  readable: false,
  writable: false,
  disabledOptions: NOTHING_DISABLED,
  hiddenOptions: NOTHING_DISABLED,
})

class Engine implements FormEngine {
  readonly compiled: CompiledForm
  private readonly mode: 'write' | 'read'
  private readonly knowsContext: boolean
  private readonly fills: boolean
  private readonly scope: Record<string, unknown>
  private readonly children: Instance[]
  private readonly byPath = new Map<string, Instance>()
  /** By template index. */
  private readonly instances: Set<Instance>[] = []
  /** By template index: what the person may read and write, which never changes while filling. */
  private readonly rights: { readable: boolean; writable: boolean }[] = []
  /** By position. */
  private readonly steps: Instance[]
  private readonly agenda = new Agenda()
  private changed = new Set<string>()

  constructor(compiled: CompiledForm, answers: unknown, environment: FormEnvironment) {
    this.compiled = compiled
    this.mode = environment.mode ?? 'write'
    this.knowsContext = environment.context !== undefined || environment.now !== undefined
    this.fills = environment.fills === true
    const codes = new Set(environment.permissions)
    this.readRights(compiled.root, environment.rights === 'all' ? { has: () => true } : codes)
    const session = { permissions: compiled.standalone ? [] : [...codes] }
    this.scope = { context: environment.context ?? {}, session, item: null, now: environment.now ?? null }
    this.children = this.build(compiled.root, { holder: this.scope, item: null, parent: null, base: '' }, answers)
    this.steps = compiled.steps.map((field) => this.step(field))
    for (const node of compiled.plan) for (const instance of this.instances[node.field.index]!) this.update(node, instance)
    this.agenda.clear()
    this.changed.clear()
  }

  state(path: string): FieldState | undefined {
    return this.byPath.get(path)?.state
  }

  value(path: string): unknown {
    const instance = this.byPath.get(path)
    return instance && (instance.field.kind === 'value' && !instance.field.computed ? typedAnswer(instance) : answerOf(instance))
  }

  template(path: string): FieldTemplate | undefined {
    return this.byPath.get(path)?.field
  }

  isHeld(path: string): boolean {
    return this.byPath.get(path)?.held ?? false
  }

  isFixed(path: string): boolean {
    return (this.byPath.get(path)?.fixed ?? null) !== null
  }

  paths(): string[] {
    const found: string[] = []
    const walk = (instances: readonly Instance[]) => {
      for (const instance of instances) {
        found.push(instance.path)
        walk(instance.children)
        for (const row of instance.rows) walk(row.children)
      }
    }
    walk(this.children)
    return found
  }

  way(): string[] {
    const found: string[] = []
    for (let at: Instance | undefined = this.steps[0]; at; at = this.steps[at.raw as number]) found.push(at.field.leads!.id)
    return found
  }

  rowCount(path: string): number {
    return this.byPath.get(path)?.rows.length ?? 0
  }

  set(path: string, value: unknown): string[] {
    const instance = this.byPath.get(path)
    if (!instance || instance.field.computed || instance.fixed || !instance.state.writable || isCleared(instance)) return []
    instance.touched = true
    if (instance.field.kind === 'value') {
      if (sameAnswer(instance.raw, value)) return []
      instance.raw = value
      this.plan(instance, 'value')
    } else this.replace(instance, value)
    this.changed.add(path)
    return this.settle()
  }

  setContext(context: Record<string, unknown>): string[] {
    this.scope.context = context
    for (const node of this.compiled.plan)
      if (node.readsContext) for (const instance of this.instances[node.field.index]!) this.agenda.add(node, instance)
    return this.settle()
  }

  setNow(now: string): string[] {
    if (this.compiled.root.byName.has('now') || this.scope.now === now) return []
    this.scope.now = now
    for (const node of this.compiled.plan)
      if (node.readsNow) for (const instance of this.instances[node.field.index]!) this.agenda.add(node, instance)
    return this.settle()
  }

  evaluate(source: string, path?: string): unknown {
    this.scope.item = (path === undefined ? null : this.byPath.get(path)?.item) ?? null
    return compileRule(source).evaluate(this.scope)
  }

  values(): Record<string, unknown> {
    return tree(this.children, answerTree)
  }

  submission(): { values: Record<string, unknown>; dropped: string[] } {
    const dropped: string[] = []
    const values = tree(this.children, (instance, deeper) => {
      const answer = answerTree(instance, deeper)
      if (answer === undefined) return undefined
      const mayWrite = instance.state.writable || instance.field.kind !== 'value' || instance.field.computed
      if (instance.held && mayWrite) return answer
      dropped.push(instance.path)
      return undefined
    })
    return { values, dropped }
  }

  private readRights(field: FieldTemplate, codes: { has(code: string): boolean }): void {
    const above = field.parent ? this.rights[field.parent.index]! : { readable: true, writable: true }
    const readable = above.readable && (field.readers === null || holdsPermission(codes, field.readers))
    this.rights[field.index] = {
      readable,
      writable: above.writable && readable && (field.writers === null || holdsPermission(codes, field.writers)),
    }
    this.instances[field.index] = new Set()
    for (const child of field.children) this.readRights(child, codes)
  }

  private build(
    holder: FieldTemplate,
    place: { holder: Record<string, unknown>; item: Record<string, unknown> | null; parent: Instance | null; base: string },
    answers: unknown,
  ): Instance[] {
    const given = isRecord(answers) ? answers : {}
    return holder.children.map((field) => {
      // Visibility can change later; rights cannot.
      const held = (place.parent?.held ?? true) && this.rights[field.index]!.readable
      const instance = newInstance(field, { ...place, path: childPath(place.base, field.name), held })
      this.byPath.set(instance.path, instance)
      this.instances[field.index]!.add(instance)
      // A value that the person may not read is not an answer, no matter who sent it.
      const readable = this.rights[field.index]!.readable && Object.hasOwn(given, field.name)
      this.fill(instance, readable ? given[field.name] : undefined)
      return instance
    })
  }

  private step(field: FieldTemplate): Instance {
    const instance = newInstance(field, { path: field.path, holder: {}, item: null, parent: null, held: true })
    this.instances[field.index] = new Set([instance])
    return instance
  }

  private fill(instance: Instance, given: unknown): void {
    const { field } = instance
    if (field.kind === 'value') {
      if (field.computed) instance.computed = given ?? null
      else instance.raw = given
    } else if (field.kind === 'group') {
      const scope = {}
      instance.scope = scope
      instance.raw = given === undefined || given === null || isRecord(given) ? undefined : given
      instance.children = this.build(field, { holder: scope, item: instance.item, parent: instance, base: instance.path }, given)
    } else {
      instance.raw = given === undefined || given === null || Array.isArray(given) ? undefined : given
      instance.rows = Array.isArray(given) ? given.map((row, at) => this.row(instance, row, at)) : []
      instance.scope = instance.rows.map((row) => row.scope)
    }
  }

  private row(instance: Instance, given: unknown, at: number): Row {
    const scope = {}
    const children = this.build(instance.field, { holder: scope, item: scope, parent: instance, base: childPath(instance.path, at) }, given)
    return { scope, children, raw: isRecord(given) ? undefined : given }
  }

  /** Puts a new group or new rows in place of the old and evaluates all of it. */
  private replace(instance: Instance, value: unknown): void {
    this.forget(instance)
    this.fill(instance, value)
    this.everyPart(instance)
  }

  private forget(instance: Instance): void {
    for (const below of inside(instance)) {
      below.alive = false
      this.byPath.delete(below.path)
      this.instances[below.field.index]!.delete(below)
      this.changed.add(below.path)
    }
    instance.children = []
    instance.rows = []
  }

  private everyPart(instance: Instance): void {
    this.plan(instance, 'value')
    for (const below of inside(instance)) {
      this.changed.add(below.path)
      for (const part of ['visible', 'value', 'rules'] as const) this.plan(below, part)
    }
  }

  private plan(instance: Instance, part: EvaluationNode['part']): void {
    this.agenda.add(this.node(instance.field, part), instance)
  }

  private node(field: FieldTemplate, part: EvaluationNode['part']): EvaluationNode {
    return this.compiled.nodes[field.index]![part]
  }

  private settle(): string[] {
    for (let next = this.agenda.take(); next; next = this.agenda.take()) {
      if (next.instance.alive && this.update(next.node, next.instance)) this.planDependents(next.node, next.instance)
    }
    const paths = [...this.changed]
    this.changed = new Set()
    return paths
  }

  /** A dependent in the same row reads this row only; one elsewhere reads all rows. The templates say which. */
  private planDependents(node: EvaluationNode, instance: Instance): void {
    for (const dependent of node.dependents) {
      for (const target of this.targets(dependent.field, instance)) this.agenda.add(dependent, target)
    }
  }

  private targets(field: FieldTemplate, source: Instance): Iterable<Instance> {
    if (field === source.field) return [source]
    if (field === source.field.parent && source.parent) return [source.parent]
    if (field.row !== null && field.row === source.field.row && source.item)
      return [...this.instances[field.index]!].filter((target) => target.item === source.item)
    return this.instances[field.index]!
  }

  /** @returns whether what others read changed */
  private update(node: EvaluationNode, instance: Instance): boolean {
    if (instance.field.leads) return this.evaluateStep(node, instance)
    if (node.part === 'visible') return this.evaluateVisible(instance)
    if (node.part === 'value') return this.evaluateValue(instance)
    return this.evaluateRules(instance)
  }

  /** `shown`: it is on the way; `raw`: the position that it leads to, none while it is not. */
  private evaluateStep({ part }: EvaluationNode, instance: Instance): boolean {
    const { position, from, jumps } = instance.field.leads!
    const { shown, raw } = instance
    if (part === 'visible') instance.shown = position === 0 || from.some((before) => this.steps[before]!.raw === position)
    else if (part === 'value') instance.raw = instance.shown ? jumps.find(({ when }) => this.holds(when, instance, true))!.to : undefined
    return shown !== instance.shown || raw !== instance.raw
  }

  /** Whether the steps lead past a field. Without the facts that a jump read, what was answered was on the way. */
  private isPassedOver(instance: Instance): boolean {
    const { step } = instance.field
    if (!step) return false
    const isUnknown = this.compiled.steps.some(({ leads }) => leads!.jumps.some(({ when }) => this.isUnknown(when)))
    return isUnknown ? !isAnswered(instance) : !this.steps[step.leads!.position]!.shown
  }

  private evaluateVisible(instance: Instance): boolean {
    const { field, parent, state, held, shown } = instance
    const rights = this.rights[field.index]!
    const passed = this.isPassedOver(instance)
    instance.shown = !passed && rights.readable && this.isShown(instance)
    const visible = instance.shown && (parent?.state.visible ?? true)
    instance.held = (parent?.held ?? true) && rights.readable && (instance.shown || (field.whenHidden === 'keep' && !passed))
    if (!instance.shown && rights.readable && field.whenHidden === 'clear') this.clear(instance)
    if (visible === state.visible && held === instance.held && shown === instance.shown && state !== UNKNOWN) return false
    instance.state = { ...state, visible, readable: rights.readable, writable: rights.writable }
    this.changed.add(instance.path)
    return true
  }

  private isShown(instance: Instance): boolean {
    const { visibleWhen } = instance.field
    // The decision was made when the answers were given, with the time of that moment.
    if (visibleWhen?.readsNow && this.scope.now === null) return isAnswered(instance)
    if (visibleWhen?.readsContext && !this.knowsContext) return isAnswered(instance)
    return this.holds(visibleWhen, instance, true)
  }

  private clear(instance: Instance): void {
    for (const each of [instance, ...inside(instance)]) {
      if (each.raw === undefined) continue
      each.raw = undefined
      this.changed.add(each.path)
      this.plan(each, 'value')
    }
    for (const each of [instance, ...inside(instance)]) {
      if (!each.alive || each.rows.length === 0) continue
      this.forget(each)
      this.fill(each, undefined)
      this.changed.add(each.path)
      this.plan(each, 'value')
    }
  }

  private evaluateValue(instance: Instance): boolean {
    const { field, holder } = instance
    if (field.kind !== 'value') {
      holder[field.name] = instance.held ? instance.scope : null
      return true
    }
    if (field.computed && (this.knowsContext || !field.computed.readsContext)) {
      const computed = this.run(field.computed, instance)
      if (!sameAnswer(computed, instance.computed)) this.changed.add(instance.path)
      instance.computed = computed
    }
    const wasFixed = instance.fixed !== null
    if (field.options) this.filterOptions(instance)
    if (field.sets.length > 0) this.fillIn(instance)
    const before = holder[field.name]
    const answer = instance.held ? answerOf(instance) : null
    // An empty text reads as none: it is never sent, and the server must read the same.
    const now = isEmptyAnswer(answer) ? null : answer
    holder[field.name] = now
    return before === undefined || !sameAnswer(before, now) || wasFixed !== (instance.fixed !== null)
  }

  private filterOptions(instance: Instance): void {
    const { optionWhen, options } = instance.field
    if (!optionWhen && options!.filtered.length === 0) return
    const { scope } = this
    const { option: own } = scope
    const isHidden = ({ facts, visibleWhen }: OptionNode): boolean => {
      scope.option = facts
      if (!this.isUnknown(optionWhen) && !this.holds(optionWhen, instance, true)) return true
      scope.option = own
      return !this.isUnknown(visibleWhen) && !this.holds(visibleWhen, instance, true)
    }
    const hiddenOptions = [...options!.all.values()].filter(isHidden).map(({ value }) => value)
    scope.option = own
    if (sameAnswer(hiddenOptions, instance.state.hiddenOptions)) return
    instance.state = { ...instance.state, hiddenOptions }
    this.changed.add(instance.path)
  }

  /** A fixed value is one while its condition holds. The others are filled in at a moment, and by the one who fills the form alone. */
  private fillIn(instance: Instance): void {
    const { field, fixed, raw } = instance
    const rule = field.sets.find((each) => each.fixed && !this.isUnknown(each.when) && this.holds(each.when, instance, true))
    instance.fixed = rule ? { value: this.valueOf(rule, instance) } : null
    if (this.fills) this.fillOnce(instance)
    if (!sameAnswer(fixed, instance.fixed) || !sameAnswer(raw, instance.raw)) this.changed.add(instance.path)
  }

  /** What was answered before stays when a condition holds from the start. */
  private fillOnce(instance: Instance): void {
    if (isCleared(instance)) {
      instance.filled = null
      return
    }
    const known = instance.filled
    const filled = { held: [] as boolean[], value: known?.value }
    instance.filled = filled
    for (const [at, rule] of instance.field.sets.entries()) {
      if (rule.fixed) continue
      const holds = this.holds(rule.when, instance, true)
      filled.held[at] = holds
      if (rule.when) {
        const begins = holds && !known?.held[at]
        if (begins && (known || isEmptyAnswer(instance.raw))) instance.raw = this.valueOf(rule, instance)
      } else if (!instance.touched && (isEmptyAnswer(instance.raw) || (known && sameAnswer(instance.raw, known.value)))) {
        instance.raw = filled.value = this.valueOf(rule, instance)
      }
    }
  }

  private valueOf({ to }: FilledValue, instance: Instance): unknown {
    const value = 'evaluate' in to ? this.run(to, instance) : to.value
    return isEmptyAnswer(value) ? undefined : value
  }

  private evaluateRules(instance: Instance): false {
    const { field, state } = instance
    const open = state.visible && this.mode === 'write'
    const enabled = open && state.writable && !field.computed && !instance.fixed && this.holds(field.enabledWhen, instance, true)
    const required = enabled && (field.required || this.holds(field.requiredWhen, instance, false))
    const disabledOptions = this.disabledOptions(instance)
    if (enabled === state.enabled && required === state.required && sameAnswer(disabledOptions, state.disabledOptions)) return false
    instance.state = { ...state, enabled, required, disabledOptions }
    this.changed.add(instance.path)
    return false
  }

  private disabledOptions(instance: Instance): readonly OptionValue[] {
    const conditional = instance.field.options?.conditional
    if (!conditional || conditional.length === 0) return NOTHING_DISABLED
    return conditional.filter((option) => this.holds(option.disabledWhen, instance, false)).map((option) => option.value)
  }

  /** Of answers that are only read: what was true when they were given is not known any more. */
  private isUnknown(rule: Rule | null): boolean {
    return !this.knowsContext && rule !== null && (rule.readsNow || rule.readsContext)
  }

  private holds(rule: Rule | null, instance: Instance, without: boolean): boolean {
    return rule ? this.run(rule, instance) === true : without
  }

  private run(rule: Rule, instance: Instance): unknown {
    this.scope.item = instance.item
    return rule.evaluate(this.scope)
  }
}

function isAnswered(instance: Instance): boolean {
  return !isEmptyAnswer(instance.raw) || instance.rows.length > 0 || instance.children.some(isAnswered)
}

/** What is still to evaluate, earliest node of the plan first. */
class Agenda {
  /** Orders waiting, descending: the next one is the last. */
  private readonly orders: number[] = []
  private readonly waiting = new Map<number, { node: EvaluationNode; instances: Set<Instance> }>()

  add(node: EvaluationNode, instance: Instance): void {
    const known = this.waiting.get(node.order)
    if (known) {
      known.instances.add(instance)
      return
    }
    this.waiting.set(node.order, { node, instances: new Set([instance]) })
    this.orders.splice(this.position(node.order), 0, node.order)
  }

  take(): { node: EvaluationNode; instance: Instance } | null {
    const order = this.orders.at(-1)
    if (order === undefined) return null
    const { node, instances } = this.waiting.get(order)!
    const instance = instances.values().next().value!
    instances.delete(instance)
    if (instances.size === 0) {
      this.waiting.delete(order)
      this.orders.pop()
    }
    return { node, instance }
  }

  clear(): void {
    this.orders.length = 0
    this.waiting.clear()
  }

  private position(order: number): number {
    let low = 0
    let high = this.orders.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.orders[middle]! > order) low = middle + 1
      else high = middle
    }
    return low
  }
}

interface InstancePlace {
  path: string
  holder: Instance['holder']
  item: Instance['item']
  parent: Instance['parent']
  held: boolean
}

function newInstance(field: FieldTemplate, place: InstancePlace): Instance {
  const { path, holder, item, parent, held } = place
  const value = { raw: undefined, computed: null, fixed: null, filled: null, touched: false }
  return {
    field,
    path,
    parent,
    holder,
    item,
    held,
    ...value,
    children: [],
    rows: [],
    scope: null,
    shown: true,
    state: UNKNOWN,
    alive: true,
  }
}

/** As it stands on the screen: what the form holds it to, else what was answered of what is offered. */
function typedAnswer({ field, fixed, raw, state }: Instance): unknown {
  return fixed ? fixed.value : offeredAnswer(field.options, raw, state.hiddenOptions)
}

/** The answer of a value, in the form in which rules read it and it is checked, sent and stored. */
function ownAnswer(instance: Instance): unknown {
  return normaliseValue(instance.field.schema, typedAnswer(instance))
}

function answerOf(instance: Instance): unknown {
  if (instance.field.computed) return instance.computed ?? undefined
  if (instance.field.kind === 'value') return ownAnswer(instance)
  return answerTree(instance, () => branch(instance, answerTree))
}

/** It or a group around it is hidden with `clear`: it has no value until it is visible again. */
function isCleared(instance: Instance): boolean {
  for (let at: Instance | null = instance; at; at = at.parent) if (!at.shown && at.field.whenHidden === 'clear') return true
  return false
}

/** All instances below one, not itself. */
function inside(instance: Instance): Instance[] {
  const direct = [...instance.children, ...instance.rows.flatMap((row) => row.children)]
  return direct.flatMap((child) => [child, ...inside(child)])
}

type Pick = (instance: Instance, deeper: () => unknown) => unknown

const answerTree: Pick = (instance, deeper) => {
  const answer = instance.state.readable ? deeper() : undefined
  return isEmptyAnswer(answer) ? undefined : answer
}

function tree(instances: readonly Instance[], pick: Pick): Record<string, unknown> {
  const made: Record<string, unknown> = {}
  for (const instance of instances) {
    const value = pick(instance, () => branch(instance, pick))
    if (value !== undefined) made[instance.field.name] = value
  }
  return made
}

/** A row stays, also when nothing in it is filled: its place is part of the answer. */
function branch(instance: Instance, pick: Pick): unknown {
  if (instance.field.computed) return instance.computed
  if (instance.field.kind === 'value') return ownAnswer(instance)
  if (instance.raw !== undefined) return instance.raw
  if (instance.field.kind === 'repeat') return instance.rows.map((row) => (row.raw === undefined ? tree(row.children, pick) : row.raw))
  const group = tree(instance.children, pick)
  return Object.keys(group).length > 0 ? group : undefined
}
