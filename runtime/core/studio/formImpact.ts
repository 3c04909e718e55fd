/** What publishing a form would mean for answers that are there: which of them would no longer be shown, allowed or complete, counted field by field.
 *  Answers are looked at one after another, so that their number does not matter; they themselves stay as they are, at their own version. */
import type { FormError } from '../contracts.ts'
import type { Text } from '../documents.ts'
import { childPath } from '../form/answerPath.ts'
import { checkEngine, type FormValidator } from '../form/checkForm.ts'
import type { CompiledForm, FieldTemplate } from '../form/compileForm.ts'
import { createFormEngine, type FormEngine } from '../form/createFormEngine.ts'
import { isEmptyAnswer } from '../form/isEmptyAnswer.ts'
import { isRecord } from '../isRecord.ts'

/** A version ready to judge answers. */
export interface JudgedForm {
  compiled: CompiledForm
  validate: FormValidator
}

export type ImpactKind = 'submitted' | 'draft'

/** Numbers of answers (or drafts), not of values. */
export interface FieldImpact {
  /** Template path. */
  field: string
  title: Text
  /** There is an answer, and the field is gone from the form. */
  removed: number
  /** There is an answer, and the field would not show. */
  hidden: number
  /** Names an option that is not offered any more. */
  optionGone: number
  /** Would be required, and is not answered. */
  missing: number
  /** Breaks a limit. */
  invalid: number
  /** The options that are gone, with how often each is chosen; the most frequent ones. */
  options: { value: unknown; count: number }[]
}

export interface FormImpact {
  submitted: ImpactTotals
  drafts: ImpactTotals
  /** Fields that lose something, in the order of the form. */
  fields: FieldImpact[]
}
/** The impact, or the job that finds it out: its result is a `FormImpact`. */
export type ImpactAnswer = FormImpact | { jobId: string }

export interface ImpactTotals {
  total: number
  /** Something of theirs would not be shown: a hidden or removed field. */
  losing: number
  /** Complete at their own version, and incomplete at the new one. */
  incomplete: number
  /** Contain an option that was removed. */
  optionGone: number
}

const MAX_OPTIONS = 20

export interface ImpactCount {
  /** @param own  the version they were given with; null when it is not known any more */
  add(kind: ImpactKind, answers: unknown, own: JudgedForm | null): void
  /** Answers that nothing changes for. */
  addUntouched(kind: ImpactKind, count: number): void
  result(): FormImpact
}

export function createImpactCount(next: JudgedForm): ImpactCount {
  const totals = { submitted: noTotals(), draft: noTotals() }
  const fields = new Map<string, { impact: FieldImpact; options: Map<unknown, number> }>()

  function fieldAt(template: string, title: Text) {
    const known = fields.get(template)
    if (known) return known
    const impact = { field: template, title, removed: 0, hidden: 0, optionGone: 0, missing: 0, invalid: 0, options: [] }
    const made = { impact, options: new Map<unknown, number>() }
    fields.set(template, made)
    return made
  }

  return {
    add(kind, answers, own) {
      const effect = effectOn(answers, own, next)
      const total = totals[kind]
      total.total += 1
      if (effect.some(({ what }) => what === 'hidden' || what === 'removed')) total.losing += 1
      if (effect.some(({ what }) => what === 'optionGone')) total.optionGone += 1
      if (effect.some(({ breaks }) => breaks)) total.incomplete += 1
      for (const [, [first]] of Map.groupBy(effect, ({ field, what }) => `${what} ${field}`)) {
        const { field, title, what, value } = first!
        const counted = fieldAt(field, title)
        counted.impact[what] += 1
        if (what === 'optionGone') counted.options.set(value, (counted.options.get(value) ?? 0) + 1)
      }
    },
    addUntouched(kind, count) {
      totals[kind].total += count
    },
    result() {
      const order = new Map(next.compiled.fields.map(({ path, index }) => [path, index]))
      const listed = [...fields.values()].map(({ impact, options }) => ({ ...impact, options: frequent(options) }))
      const place = ({ field }: FieldImpact) => order.get(field) ?? Number.MAX_SAFE_INTEGER
      return {
        submitted: totals.submitted,
        drafts: totals.draft,
        fields: listed.sort((left, right) => place(left) - place(right)),
      }
    },
  }
}

function noTotals(): ImpactTotals {
  return { total: 0, losing: 0, incomplete: 0, optionGone: 0 }
}

function frequent(options: ReadonlyMap<unknown, number>): FieldImpact['options'] {
  return [...options]
    .map(([value, count]) => ({ value, count }))
    .sort((left, right) => right.count - left.count)
    .slice(0, MAX_OPTIONS)
}

interface Effect {
  field: string
  title: Text
  what: 'removed' | 'hidden' | 'optionGone' | 'missing' | 'invalid'
  value?: unknown
  /** It was right before. */
  breaks: boolean
}

/** Every effect on one set of answers. The person's own rights are not known here: everything is judged as by someone with all rights. */
function effectOn(answers: unknown, own: JudgedForm | null, next: JudgedForm): Effect[] {
  const after = judge(answers, next)
  // most answers fit: what was before is asked of the others only
  if (own && after.errors.length === 0 && allShown(own.compiled.root, answers, '', after.engine)) return []
  const before = own && judge(answers, own)
  return [...losses(before?.engine ?? null, after.engine), ...newErrors(before?.errors ?? null, after, next)]
}

function judge(answers: unknown, { compiled, validate }: JudgedForm): { engine: FormEngine; errors: FormError[] } {
  const engine = createFormEngine(compiled, answers, { permissions: [], rights: 'all' })
  return { engine, errors: checkEngine(engine, engine.submission().values, validate) }
}

/** Whether every answer of a stored field shows in the new form. */
function allShown(holder: FieldTemplate, answers: unknown, base: string, after: FormEngine): boolean {
  if (!isRecord(answers)) return true
  return holder.children.every((field) => {
    const answer = answers[field.name]
    const path = childPath(base, field.name)
    if (isEmptyAnswer(answer) || field.computed) return true
    if (!after.state(path)?.visible) return false
    if (field.kind === 'repeat')
      return !Array.isArray(answer) || answer.every((row, at) => allShown(field, row, childPath(path, at), after))
    return field.kind === 'value' || allShown(field, answer, path, after)
  })
}

/** Answers that showed at their own version, and would not. */
function losses(before: FormEngine | null, after: FormEngine): Effect[] {
  if (!before) return []
  return before.paths().flatMap((path): Effect[] => {
    const field = before.template(path)!
    if (field.kind !== 'value' || field.computed || isEmptyAnswer(before.value(path)) || !before.state(path)?.visible) return []
    const there = after.template(path)
    if (there && after.state(path)?.visible) return []
    // rows of a group that became another kind of field are gone with it
    const what = there ? 'hidden' : 'removed'
    return [{ field: (there ?? field).path, title: field.schema.title ?? field.name, what, breaks: false }]
  })
}

function newErrors(
  before: readonly FormError[] | null,
  after: { engine: FormEngine; errors: FormError[] },
  { compiled }: JudgedForm,
): Effect[] {
  const isSound = before?.length === 0
  const known = new Set((before ?? []).map(({ path, rule }) => `${path} ${rule}`))
  return after.errors.flatMap(({ path, rule }): Effect[] => {
    if (known.has(`${path} ${rule}`)) return []
    const field = after.engine.template(path) ?? compiled.byPath.get(templateOf(path))
    if (!field || rule === 'unknownField' || rule === 'hiddenValue') return []
    const what = rule === 'option' ? 'optionGone' : rule === 'required' || rule === 'accept' ? 'missing' : 'invalid'
    const base = { field: field.path, title: field.schema.title ?? field.name, what, breaks: isSound } as const
    const given = after.engine.value(path)
    if (what !== 'optionGone') return [base]
    const chosen = Array.isArray(given) ? given : [given]
    const gone = chosen.filter((value) => !field.options?.all.has(value as string))
    return gone.map((value) => ({ ...base, value }))
  })
}

/** Errors inside of a value name no field: `/photos/0`. */
function templateOf(path: string): string {
  return path.replaceAll(/\/\d+(?=\/|$)/g, '')
}
