/** Warnings about a form while it is edited: things that the linker accepts and that are probably mistakes. They never block. The linker's failures
 *  (`DocumentFailure`) keep a form from being published and become findings with their own codes. Fast for 500 fields: every rule is read once. */
import { pointer } from '../documents/failure.ts'
import { formFields, type PlacedField } from '../documents/formFields.ts'
import { type EnumCodes, type FormLogic, formLogic, holderOf, neverVisible } from '../documents/formLogic.ts'
import { alwaysTrue, neverTogether, neverTrue } from '../documents/neverTrue.ts'
import { nearest } from '../documents/suggest.ts'
import type { FormDocument, LocalText } from '../documents.ts'
import { type Ast, childrenOf, pathOf } from '../expressions/ast.ts'
import type { CompiledExpression } from '../expressions/compileUnchecked.ts'
import type { DocumentFailure } from '../platform.ts'
import { allRules, type DesignRule } from './allRules.ts'
import { formTexts } from './formTexts.ts'

export const WARNING_CODES = [
  'neverVisible',
  'neverEnabled',
  'neverRequired',
  'requiredWhileHidden',
  'requiredWhileLocked',
  'visibleWhileLocked',
  'alwaysHolds',
  'alwaysRequired',
  'optionGone',
  'readsLater',
  'requiredComputed',
  'translationMissing',
  'labelDuplicate',
  'stepEmpty',
  'sectionEmpty',
] as const
export type WarningCode = (typeof WARNING_CODES)[number]

/** One change of the document: the value at a pointer, nothing to remove it. */
export interface DesignFix {
  path: string
  value?: unknown
}
export interface DesignFinding {
  severity: 'failure' | 'warning'
  /** Texts: `studio.check.<code>.words` and `studio.check.<code>.proposal`. */
  code: WarningCode | 'failure'
  /** JSON Pointer of the place. */
  path: string
  /** Template path of the field; null for a finding about the whole form. */
  field: string | null
  /** For the texts; `field` is the field's title in both languages. */
  values: Record<string, unknown>
  /** What the proposal does; absent when a person has to decide. */
  fix?: readonly DesignFix[]
  /** Of the linker. */
  failure?: DocumentFailure
}

/** @param failures  what the linker found of the same content */
export function designFindings(
  form: FormDocument,
  codes: EnumCodes = () => undefined,
  failures: readonly DocumentFailure[] = [],
): DesignFinding[] {
  const fields = formFields(form)
  const logic = formLogic(form, fields, codes)
  const rules = allRules(logic, form.steps)
  const hidden = neverVisible(logic)
  return [
    ...failures.map((failure) => failureFinding(failure, fields)),
    ...hiddenFindings(logic, hidden, failures),
    ...rules.flatMap((rule) => ruleFindings(rule, logic, hidden, form)),
    ...fields.flatMap((placed) => fieldFindings(placed, logic, hidden)),
    ...translationFindings(form, fields, failures),
    ...partFindings(form, fields),
  ]
}

function failureFinding(failure: DocumentFailure, fields: readonly PlacedField[]): DesignFinding {
  const { path, expected, found, suggestion } = failure
  return {
    severity: 'failure',
    code: 'failure',
    path,
    field: fieldAt(path, fields)?.template ?? null,
    values: { expected, found, suggestion, code: failure.code },
    failure,
  }
}

/** The field around a place of the document. */
export function fieldAt(path: string, fields: readonly PlacedField[]): PlacedField | undefined {
  let known = byPath.get(fields)
  if (!known) {
    known = new Map(fields.map((field) => [field.path, field]))
    byPath.set(fields, known)
  }
  for (let place = path; place !== ''; place = place.slice(0, place.lastIndexOf('/'))) {
    const found = known.get(place)
    if (found) return found
  }
  return undefined
}

/** A form of many mistakes asks for each. */
const byPath = new WeakMap<readonly PlacedField[], ReadonlyMap<string, PlacedField>>()

function warning(code: WarningCode, placed: PlacedField, key: string, values: Record<string, unknown> = {}): DesignFinding {
  return {
    severity: 'warning',
    code,
    path: key === '' ? placed.path : pointer(placed.path, key),
    field: placed.template,
    values: { field: titleOf(placed), ...values },
  }
}

function titleOf({ field, name }: PlacedField): unknown {
  return field.title ?? name
}

// ------------------------------------------------------------------------------------------------------------ fields no one sees

function hiddenFindings(logic: FormLogic, hidden: ReadonlySet<PlacedField>, failures: readonly DocumentFailure[]): DesignFinding[] {
  const reported = new Set(failures.filter(({ code }) => code === 'REQUIRED_NEVER_VISIBLE').map(({ path }) => path))
  return [...hidden]
    .filter((placed) => {
      const holder = holderOf(placed, logic)
      return !(holder && hidden.has(holder)) && !reported.has(pointer(placed.path, 'x-visibleWhen'))
    })
    .map((placed) => ({
      ...warning('neverVisible', placed, 'x-visibleWhen', { cel: placed.field['x-visibleWhen']?.cel ?? '' }),
      fix: [{ path: pointer(placed.path, 'x-visibleWhen') }],
    }))
}

// ------------------------------------------------------------------------------------------------------------ rules

function ruleFindings(rule: DesignRule, logic: FormLogic, hidden: ReadonlySet<PlacedField>, form: FormDocument): DesignFinding[] {
  const { placed, kind, path } = rule
  const compiled = rule.mistake ? undefined : logic.compile(rule.cel, placed)
  if (!compiled) return []
  const possible = logic.possible(placed, hidden)
  const found = goneOptions(rule, compiled, logic)
  const add = (code: WarningCode, values: Record<string, unknown> = {}) =>
    found.push({ ...warning(code, placed, '', values), path, fix: [{ path }] })
  if (kind === 'visible' || kind === 'enabled') {
    if (alwaysTrue(compiled, possible)) add('alwaysHolds', { cel: rule.cel })
    else if (kind === 'enabled' && neverTrue(compiled, possible)) add('neverEnabled', { cel: rule.cel })
  }
  if (kind === 'required') {
    if (neverTrue(compiled, possible)) add('neverRequired', { cel: rule.cel })
    else if (placed.required) add('alwaysRequired', { cel: rule.cel })
  }
  return [...found, ...laterReads(rule, logic, form)]
}

/** Comparisons with a value that the field does not offer (any more). */
function goneOptions(rule: DesignRule, { ast }: CompiledExpression, logic: FormLogic): DesignFinding[] {
  return comparisons(ast).flatMap(({ path, value, start, end }) => {
    const target = logic.target(path, rule.placed)
    const values = target && logic.possible(rule.placed)(path)
    if (!target || target.field.type === 'boolean' || !values || value === null || values.includes(value)) return []
    const near = nearest(String(value), values.map(String))
    const replacement = values.find((each) => String(each) === near)
    const fix =
      replacement === undefined
        ? []
        : [{ path: pointer(rule.path, 'cel'), value: `${rule.cel.slice(0, start)}${JSON.stringify(replacement)}${rule.cel.slice(end)}` }]
    const finding = warning('optionGone', rule.placed, '', { other: titleOf(target), value, near: near ?? '' })
    return [{ ...finding, path: rule.path, ...(fix.length > 0 ? { fix } : {}) }]
  })
}

interface Comparison {
  path: string[]
  value: unknown
  start: number
  end: number
}

/** `field == literal`, `literal in field`, `field in [literals]`, anywhere. */
function comparisons(ast: Ast): Comparison[] {
  const own: Comparison[] = []
  const add = (field: Ast, literal: Ast) => {
    const path = pathOf(field)
    if (path && literal.kind === 'literal') own.push({ path, value: literal.value, start: literal.start, end: literal.end })
  }
  if (ast.kind === 'binary' && (ast.op === '==' || ast.op === '!=' || ast.op === 'in')) {
    if (ast.left.kind === 'literal') add(ast.right, ast.left)
    else if (ast.right.kind === 'list') for (const item of ast.right.items) add(ast.left, item)
    else add(ast.left, ast.right)
  }
  return [...own, ...childrenOf(ast).flatMap(comparisons)]
}

/** Visibility that waits for an answer of a later step: the person has already passed by. */
function laterReads({ kind, placed, reads, path }: DesignRule, { byTemplate }: FormLogic, form: FormDocument): DesignFinding[] {
  const steps = (form.steps ?? []).map(({ id }) => id)
  if (kind !== 'visible' || steps.length < 2) return []
  const stepOf = (field: PlacedField) => steps.indexOf(stepName(field, form) ?? steps[0]!)
  const own = stepOf(rootOf(placed, byTemplate))
  const later = reads.map((read) => byTemplate.get(read)).find((field) => field !== undefined && stepOf(rootOf(field, byTemplate)) > own)
  return later ? [{ ...warning('readsLater', placed, '', { other: titleOf(later) }), path }] : []
}

function rootOf(placed: PlacedField, byTemplate: FormLogic['byTemplate']): PlacedField {
  return byTemplate.get(`/${placed.template.split('/')[1]}`) ?? placed
}

function stepName({ field }: PlacedField, form: FormDocument): string | undefined {
  return field['x-step'] ?? form.sections?.find(({ id }) => id === field['x-section'])?.step
}

// ------------------------------------------------------------------------------------------------------------ fields

function fieldFindings(placed: PlacedField, logic: FormLogic, hidden: ReadonlySet<PlacedField>): DesignFinding[] {
  if (hidden.has(placed)) return []
  const found = [...contradictions(placed, logic, hidden), ...labelFindings(placed)]
  if (placed.required && placed.field['x-computed']) found.push(warning('requiredComputed', placed, 'x-computed'))
  return found
}

/** Rules of one field that exclude each other. */
function contradictions(placed: PlacedField, logic: FormLogic, hidden: ReadonlySet<PlacedField>): DesignFinding[] {
  const compile = (key: 'x-visibleWhen' | 'x-enabledWhen' | 'x-requiredWhen') => {
    const cel = placed.field[key]?.cel
    return typeof cel === 'string' ? logic.compile(cel, placed) : undefined
  }
  const [visible, enabled, required] = [compile('x-visibleWhen'), compile('x-enabledWhen'), compile('x-requiredWhen')]
  const possible = logic.possible(placed, hidden)
  const excludes = (left?: CompiledExpression, right?: CompiledExpression) =>
    left && right && !neverTrue(left, possible) && !neverTrue(right, possible) && neverTogether([left, right], possible)
  const found: DesignFinding[] = []
  if (excludes(visible, required)) found.push(warning('requiredWhileHidden', placed, 'x-requiredWhen'))
  if (excludes(enabled, required)) found.push(warning('requiredWhileLocked', placed, 'x-requiredWhen'))
  if (excludes(visible, enabled)) found.push(warning('visibleWhileLocked', placed, 'x-enabledWhen'))
  return found
}

function labelFindings(placed: PlacedField): DesignFinding[] {
  const options = placed.field['x-options']
  if (!Array.isArray(options)) return []
  const seen = new Set<string>()
  return options.flatMap(({ label }, at) => {
    const text = JSON.stringify(label)
    const isDouble = seen.has(text)
    seen.add(text)
    return isDouble ? [{ ...warning('labelDuplicate', placed, '', { label }), path: `${placed.path}/x-options/${at}/label` }] : []
  })
}

function translationFindings(form: FormDocument, fields: readonly PlacedField[], failures: readonly DocumentFailure[]): DesignFinding[] {
  const reported = new Set(failures.map(({ path }) => path.replace(/\/(zh|en)$/, '')))
  return formTexts(form)
    .filter(({ path, text }) => isHalf(text) && !reported.has(path))
    .map(({ path, text }) => {
      const placed = fieldAt(path, fields)
      const missing = text.zh.trim() === '' ? 'zh' : 'en'
      return {
        severity: 'warning',
        code: 'translationMissing',
        path,
        field: placed?.template ?? null,
        values: { field: placed ? titleOf(placed) : form.title, text: text.zh || text.en, missing },
      }
    })
}

function isHalf({ zh, en }: LocalText): boolean {
  return (zh.trim() === '') !== (en.trim() === '')
}

function partFindings(form: FormDocument, fields: readonly PlacedField[]): DesignFinding[] {
  const sections = new Set(fields.map(({ field }) => field['x-section']))
  const steps = new Set(fields.map((placed) => stepName(placed, form)))
  const first = form.steps?.[0]?.id
  const hasLoose = fields.some((placed) => placed.row === null && stepName(placed, form) === undefined)
  const empty = (code: 'stepEmpty' | 'sectionEmpty', path: string, title: unknown): DesignFinding => ({
    severity: 'warning',
    code,
    path,
    field: null,
    values: { field: title },
    fix: [{ path }],
  })
  return [
    ...(form.steps ?? []).flatMap(({ id, title }, at) =>
      steps.has(id) || (id === first && hasLoose) ? [] : [empty('stepEmpty', `/steps/${at}`, title)],
    ),
    ...(form.sections ?? []).flatMap(({ id, title }, at) => (sections.has(id) ? [] : [empty('sectionEmpty', `/sections/${at}`, title)])),
  ]
}
