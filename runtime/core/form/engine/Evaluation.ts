/** What the rules of a form say of a field now: visible, its value, enabled, required, options. */
import type { CompiledForm, FilledValue } from '../compileForm.ts'
import type { OptionNode, OptionValue } from '../compileOptions.ts'
import type { Rule } from '../compileRule.ts'
import { isEmptyAnswer, sameAnswer } from '../isEmptyAnswer.ts'
import type { EvaluationNode } from '../planEvaluation.ts'
import { answerOf } from './answerTree.ts'
import type { Fields } from './Fields.ts'
import { type Instance, inside, isAnswered, isCleared, NOTHING_DISABLED, UNKNOWN } from './instance.ts'

/** What evaluating knows, and whom it tells. */
export interface EvaluationParts {
  compiled: CompiledForm
  fields: Fields
  /** What rules read. */
  scope: Record<string, unknown>
  mode: 'write' | 'read'
  knowsContext: boolean
  fills: boolean
  /** A value or state is another one. */
  change(path: string): void
  /** A part of a field is to be evaluated again. */
  plan(instance: Instance, part: EvaluationNode['part']): void
}

export class Evaluation {
  private readonly compiled: CompiledForm
  private readonly fields: Fields
  private readonly scope: Record<string, unknown>
  private readonly mode: 'write' | 'read'
  private readonly knowsContext: boolean
  private readonly fills: boolean
  private readonly change: EvaluationParts['change']
  private readonly plan: EvaluationParts['plan']

  constructor(parts: EvaluationParts) {
    this.compiled = parts.compiled
    this.fields = parts.fields
    this.scope = parts.scope
    this.mode = parts.mode
    this.knowsContext = parts.knowsContext
    this.fills = parts.fills
    this.change = parts.change
    this.plan = parts.plan
  }

  /** @returns whether what others read changed */
  update(node: EvaluationNode, instance: Instance): boolean {
    if (instance.field.leads) return this.evaluateStep(node, instance)
    if (node.part === 'visible') return this.evaluateVisible(instance)
    if (node.part === 'value') return this.evaluateValue(instance)
    return this.evaluateRules(instance)
  }

  /** `shown`: it is on the way; `raw`: the position that it leads to, none while it is not. */
  private evaluateStep({ part }: EvaluationNode, instance: Instance): boolean {
    const { position, from, jumps } = instance.field.leads!
    const { shown, raw } = instance
    if (part === 'visible') instance.shown = position === 0 || from.some((before) => this.fields.steps[before]!.raw === position)
    else if (part === 'value') instance.raw = instance.shown ? jumps.find(({ when }) => this.holds(when, instance, true))!.to : undefined
    return shown !== instance.shown || raw !== instance.raw
  }

  /** Whether the steps lead past a field. Without the facts that a jump read, what was answered was on the way. */
  private isPassedOver(instance: Instance): boolean {
    const { step } = instance.field
    if (!step) return false
    const isUnknown = this.compiled.steps.some(({ leads }) => leads!.jumps.some(({ when }) => this.isUnknown(when)))
    return isUnknown ? !isAnswered(instance) : !this.fields.steps[step.leads!.position]!.shown
  }

  private evaluateVisible(instance: Instance): boolean {
    const { field, parent, state, held, shown } = instance
    const rights = this.fields.rights[field.index]!
    const passed = this.isPassedOver(instance)
    instance.shown = !passed && rights.readable && this.isShown(instance)
    const visible = instance.shown && (parent?.state.visible ?? true)
    instance.held = (parent?.held ?? true) && rights.readable && (instance.shown || (field.whenHidden === 'keep' && !passed))
    if (!instance.shown && rights.readable && field.whenHidden === 'clear') this.clear(instance)
    if (visible === state.visible && held === instance.held && shown === instance.shown && state !== UNKNOWN) return false
    instance.state = { ...state, visible, readable: rights.readable, writable: rights.writable }
    this.change(instance.path)
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
      this.change(each.path)
      this.plan(each, 'value')
    }
    for (const each of [instance, ...inside(instance)]) {
      if (!each.alive || each.rows.length === 0) continue
      this.fields.forget(each)
      this.fields.fill(each, undefined)
      this.change(each.path)
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
      if (!sameAnswer(computed, instance.computed)) this.change(instance.path)
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
    this.change(instance.path)
  }

  /** A fixed value is one while its condition holds. The others are filled in at a moment, and by the one who fills the form alone. */
  private fillIn(instance: Instance): void {
    const { field, fixed, raw } = instance
    const rule = field.sets.find((each) => each.fixed && !this.isUnknown(each.when) && this.holds(each.when, instance, true))
    instance.fixed = rule ? { value: this.valueOf(rule, instance) } : null
    if (this.fills) this.fillOnce(instance)
    if (!sameAnswer(fixed, instance.fixed) || !sameAnswer(raw, instance.raw)) this.change(instance.path)
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
    this.change(instance.path)
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
