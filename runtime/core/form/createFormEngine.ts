/** A form being filled: answers in, the state of every field out, and after a change only what depends on it is evaluated again.
 *
 *  Invariants: `state` and `values` after any row of changes equal `evaluateForm` of the same answers; a value of a hidden field that does not
 *  keep it reads as null in every expression; a field with `clear` is emptied in the pass that hides it; a computed value is never an answer. */

import type { CompiledForm, FieldTemplate } from './compileForm.ts'
import { compileRule } from './compileRule.ts'
import { Agenda } from './engine/Agenda.ts'
import { answerOf, answerTree, tree, typedAnswer } from './engine/answerTree.ts'
import { Evaluation } from './engine/Evaluation.ts'
import { Fields } from './engine/Fields.ts'
import type { FieldState, FormEngine, FormEnvironment } from './engine/FormEngine.ts'
import { type Instance, inside, isCleared } from './engine/instance.ts'
import { sameAnswer } from './isEmptyAnswer.ts'
import type { EvaluationNode } from './planEvaluation.ts'

export type { FieldState, FormEngine, FormEnvironment } from './engine/FormEngine.ts'

/** Evaluates a form with answers and keeps it up to date. `answers` is read, never changed. */
export function createFormEngine(compiled: CompiledForm, answers: unknown, environment: FormEnvironment): FormEngine {
  return new Engine(compiled, answers, environment)
}

class Engine implements FormEngine {
  readonly compiled: CompiledForm
  private readonly scope: Record<string, unknown>
  private readonly fields: Fields
  private readonly evaluation: Evaluation
  private readonly agenda = new Agenda()
  private changed = new Set<string>()

  constructor(compiled: CompiledForm, answers: unknown, environment: FormEnvironment) {
    this.compiled = compiled
    const { permissions, context, now, mode = 'write', rights, fills = false } = environment
    const session = { permissions: compiled.standalone ? [] : [...new Set(permissions)] }
    this.scope = { context: context ?? {}, session, item: null, now: now ?? null }
    const change = (path: string) => void this.changed.add(path)
    const codes = rights === 'all' ? { has: () => true } : new Set(permissions)
    this.fields = new Fields(compiled, answers, { codes, scope: this.scope, change })
    this.evaluation = new Evaluation({
      compiled,
      fields: this.fields,
      scope: this.scope,
      mode,
      knowsContext: context !== undefined || now !== undefined,
      fills,
      change,
      plan: (instance, part) => this.plan(instance, part),
    })
    for (const node of compiled.plan)
      for (const instance of this.fields.byTemplate[node.field.index]!) this.evaluation.update(node, instance)
    this.agenda.clear()
    this.changed.clear()
  }

  state(path: string): FieldState | undefined {
    return this.fields.byPath.get(path)?.state
  }

  value(path: string): unknown {
    const instance = this.fields.byPath.get(path)
    return instance && (instance.field.kind === 'value' && !instance.field.computed ? typedAnswer(instance) : answerOf(instance))
  }

  template(path: string): FieldTemplate | undefined {
    return this.fields.byPath.get(path)?.field
  }

  isHeld(path: string): boolean {
    return this.fields.byPath.get(path)?.held ?? false
  }

  isFixed(path: string): boolean {
    return (this.fields.byPath.get(path)?.fixed ?? null) !== null
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
    walk(this.fields.children)
    return found
  }

  way(): string[] {
    const found: string[] = []
    for (let at: Instance | undefined = this.fields.steps[0]; at; at = this.fields.steps[at.raw as number]) found.push(at.field.leads!.id)
    return found
  }

  rowCount(path: string): number {
    return this.fields.byPath.get(path)?.rows.length ?? 0
  }

  set(path: string, value: unknown): string[] {
    const instance = this.fields.byPath.get(path)
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
      if (node.readsContext) for (const instance of this.fields.byTemplate[node.field.index]!) this.agenda.add(node, instance)
    return this.settle()
  }

  setNow(now: string): string[] {
    if (this.compiled.root.byName.has('now') || this.scope.now === now) return []
    this.scope.now = now
    for (const node of this.compiled.plan)
      if (node.readsNow) for (const instance of this.fields.byTemplate[node.field.index]!) this.agenda.add(node, instance)
    return this.settle()
  }

  evaluate(source: string, path?: string): unknown {
    this.scope.item = (path === undefined ? null : this.fields.byPath.get(path)?.item) ?? null
    return compileRule(source).evaluate(this.scope)
  }

  values(): Record<string, unknown> {
    return tree(this.fields.children, answerTree)
  }

  submission(): { values: Record<string, unknown>; dropped: string[] } {
    const dropped: string[] = []
    const values = tree(this.fields.children, (instance, deeper) => {
      const answer = answerTree(instance, deeper)
      if (answer === undefined) return undefined
      const mayWrite = instance.state.writable || instance.field.kind !== 'value' || instance.field.computed
      if (instance.held && mayWrite) return answer
      dropped.push(instance.path)
      return undefined
    })
    return { values, dropped }
  }

  /** Puts a new group or new rows in place of the old and evaluates all of it. */
  private replace(instance: Instance, value: unknown): void {
    this.fields.forget(instance)
    this.fields.fill(instance, value)
    this.everyPart(instance)
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
      if (next.instance.alive && this.evaluation.update(next.node, next.instance)) this.planDependents(next.node, next.instance)
    }
    const paths = [...this.changed]
    this.changed = new Set()
    return paths
  }

  /** A dependent in the same row reads this row only; one elsewhere reads all rows. The templates say which. */
  private planDependents(node: EvaluationNode, instance: Instance): void {
    for (const dependent of node.dependents) {
      for (const target of this.fields.targets(dependent.field, instance)) this.agenda.add(dependent, target)
    }
  }
}
