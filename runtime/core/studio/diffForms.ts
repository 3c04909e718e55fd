/** What changed between two versions of a form, as codes with parameters; words are in the locale files (`studio.change.<code>`). Fields are found
 *  again by their path; one that is gone while one of the same shape is new counts as renamed. */
import { formFields, type PlacedField } from '../documents/formFields.ts'
import type { FormDocument, FormField, Options, Text } from '../documents.ts'
import { sameAnswer } from '../form/isEmptyAnswer.ts'
import { RULE_KEYS } from './allRules.ts'
import { formTexts } from './formTexts.ts'

export const CHANGE_CODES = [
  'fieldAdded',
  'fieldRemoved',
  'fieldRenamed',
  'fieldMoved',
  'partChanged',
  'titleChanged',
  'textChanged',
  'typeChanged',
  'controlChanged',
  'requiredAdded',
  'requiredRemoved',
  'optionAdded',
  'optionRemoved',
  'optionRelabelled',
  'optionsReordered',
  'optionsReplaced',
  'ruleAdded',
  'ruleRemoved',
  'ruleChanged',
  'limitTightened',
  'limitLoosened',
  'limitChanged',
  'rightsChanged',
  'whenHiddenChanged',
  'settingChanged',
  'stepAdded',
  'stepRemoved',
  'stepsReordered',
  'sectionAdded',
  'sectionRemoved',
  'contextChanged',
  'formTextChanged',
] as const
export type ChangeCode = (typeof CHANGE_CODES)[number]

export interface FormChange {
  code: ChangeCode
  /** Template path of the field in the newer form (in the older one when it was removed); null: the change concerns the form. */
  field: string | null
  /** The field's title, in the newer form. */
  title: Text | null
  /** `before`, `after`, and what the code's words name. */
  values: Record<string, unknown>
  /** Stored answers may no longer be valid: the impact counts these. */
  isRisky: boolean
}

export function diffForms(before: FormDocument, after: FormDocument): FormChange[] {
  const old = new Map(formFields(before).map((field) => [field.template, field]))
  const now = new Map(formFields(after).map((field) => [field.template, field]))
  const renamed = renames(old, now)
  const changes: FormChange[] = []
  for (const placed of now.values()) {
    const from = renamed.get(placed.template) ?? placed.template
    const earlier = old.get(from)
    if (!earlier) {
      if (!isInsideNew(placed, old, now, renamed)) changes.push(fieldChange('fieldAdded', placed, {}))
      continue
    }
    if (from !== placed.template)
      changes.push({ ...fieldChange('fieldRenamed', placed, { before: earlier.name, after: placed.name }), isRisky: true })
    changes.push(...fieldChanges(earlier, placed))
  }
  const kept = new Set([...now.keys()].map((template) => renamed.get(template) ?? template))
  for (const placed of old.values())
    if (!kept.has(placed.template) && !isInsideGone(placed, old, kept))
      changes.push({ ...fieldChange('fieldRemoved', placed, {}), isRisky: true })
  return [...changes, ...moves(old, now, renamed), ...partChanges(before, after), ...formChanges(before, after)]
}

function fieldChange(code: ChangeCode, { template, field, name }: PlacedField, values: Record<string, unknown>): FormChange {
  return { code, field: template, title: field.title ?? name, values, isRisky: false }
}

type Fields = ReadonlyMap<string, PlacedField>

/** Whether the field lies inside a field that is reported as a whole. */
function isInsideNew({ template }: PlacedField, old: Fields, now: Fields, renamed: ReadonlyMap<string, string>): boolean {
  return around(template).some((path) => now.has(path) && !old.has(renamed.get(path) ?? path))
}
function isInsideGone({ template }: PlacedField, old: Fields, kept: ReadonlySet<string>): boolean {
  return around(template).some((path) => old.has(path) && !kept.has(path))
}
function around(template: string): string[] {
  const steps = template.split('/')
  return steps.slice(2).map((_, at) => steps.slice(0, at + 2).join('/'))
}

/** Newer path -> older path of fields that have another name and are otherwise the same. */
function renames(old: Fields, now: Fields): Map<string, string> {
  const gone = [...old.values()].filter(({ template }) => !now.has(template))
  const found = new Map<string, string>()
  const taken = new Set<string>()
  for (const placed of now.values()) {
    if (old.has(placed.template)) continue
    const twin = gone.find(
      (other) => !taken.has(other.template) && parentOf(other.template) === parentOf(placed.template) && isTwin(other.field, placed.field),
    )
    if (!twin) continue
    taken.add(twin.template)
    found.set(placed.template, twin.template)
  }
  return found
}

function parentOf(template: string): string {
  return template.slice(0, template.lastIndexOf('/'))
}

function isTwin(before: FormField, after: FormField): boolean {
  return before['x-widget'] === after['x-widget'] && sameAnswer(before.type, after.type) && sameAnswer(before.title, after.title)
}

// ------------------------------------------------------------------------------------------------------------ one field

function fieldChanges(before: PlacedField, after: PlacedField): FormChange[] {
  const [old, now] = [before.field, after.field]
  const changes: FormChange[] = []
  const add = (code: ChangeCode, values: Record<string, unknown> = {}, isRisky = false) =>
    changes.push({ ...fieldChange(code, after, values), isRisky })
  if (!sameAnswer(old.title, now.title)) add('titleChanged', { before: old.title ?? '', after: now.title ?? '' })
  for (const key of ['description', 'x-placeholder', 'x-mark'] as const)
    if (!sameAnswer(old[key], now[key])) add('textChanged', { before: old[key] ?? '', after: now[key] ?? '' })
  if (!sameAnswer(old.type, now.type) || !sameAnswer(old.format, now.format))
    add('typeChanged', { before: typeName(old), after: typeName(now) }, true)
  if (old['x-widget'] !== now['x-widget']) add('controlChanged', { before: old['x-widget'] ?? '', after: now['x-widget'] ?? '' })
  if (before.required !== after.required) add(after.required ? 'requiredAdded' : 'requiredRemoved', {}, after.required)
  for (const [kind, key] of Object.entries(RULE_KEYS)) {
    const [from, to] = [old[key]?.cel, now[key]?.cel]
    if (from !== to)
      add(
        from === undefined ? 'ruleAdded' : to === undefined ? 'ruleRemoved' : 'ruleChanged',
        { kind, before: from ?? '', after: to ?? '' },
        true,
      )
  }
  for (const [kind, key] of [
    ['set', 'x-set'],
    ['check', 'x-checks'],
  ] as const) {
    if (sameAnswer(old[key], now[key])) continue
    const code = old[key] === undefined ? 'ruleAdded' : now[key] === undefined ? 'ruleRemoved' : 'ruleChanged'
    add(code, { kind, before: '', after: '' }, kind === 'check')
  }
  for (const key of ['x-personal', 'x-readers', 'x-writers'])
    if (!sameAnswer(old[key], now[key])) add('rightsChanged', { key, before: old[key] ?? null, after: now[key] ?? null })
  if (old['x-whenHidden'] !== now['x-whenHidden'])
    add('whenHiddenChanged', { before: old['x-whenHidden'] ?? 'clearOnSubmit', after: now['x-whenHidden'] ?? 'clearOnSubmit' })
  optionChanges(old['x-options'] ?? old.items?.['x-options'], now['x-options'] ?? now.items?.['x-options'], add)
  limitChanges(old, now, add)
  if (old['x-step'] !== now['x-step'] || old['x-section'] !== now['x-section']) add('partChanged')
  const isSame = sameAnswer(old['x-props'], now['x-props']) && sameAnswer(old['x-score'], now['x-score'])
  if (!isSame || old['x-span'] !== now['x-span']) add('settingChanged')
  return changes
}

type Add = (code: ChangeCode, values?: Record<string, unknown>, isRisky?: boolean) => void

function typeName({ type, format }: FormField): string {
  return [...(Array.isArray(type) ? type : [type ?? 'any']), ...(format ? [format] : [])].join(' ')
}

function optionChanges(before: Options | undefined, after: Options | undefined, add: Add): void {
  if (sameAnswer(before, after)) return
  if (!Array.isArray(before) || !Array.isArray(after)) {
    add('optionsReplaced', {}, before !== undefined)
    return
  }
  const [old, now] = [flatOptions(before), flatOptions(after)]
  for (const [value, label] of now)
    if (!old.has(value)) add('optionAdded', { value, option: label })
    else if (!sameAnswer(old.get(value), label)) add('optionRelabelled', { value, before: old.get(value), after: label })
  for (const [value, label] of old) if (!now.has(value)) add('optionRemoved', { value, option: label }, true)
  const order = (of: Map<unknown, unknown>, other: Map<unknown, unknown>) => [...of.keys()].filter((value) => other.has(value))
  if (!sameAnswer(order(old, now), order(now, old))) add('optionsReordered')
}

function flatOptions(options: Extract<Options, unknown[]>): Map<unknown, unknown> {
  return new Map(
    options.flatMap(({ value, label, children }) => [
      [value, label] as const,
      ...(Array.isArray(children) ? [...flatOptions(children)] : []),
    ]),
  )
}

/** Keywords with a number: whether a greater one asks for more. */
const UPWARD = ['minLength', 'minimum', 'exclusiveMinimum', 'minItems', 'minProperties', 'minTextUnits']
const DOWNWARD = ['maxLength', 'maximum', 'exclusiveMaximum', 'maxItems', 'maxProperties', 'maxTextUnits', 'maxBytes']
/** Keywords that are not limits: other codes report them. */
const OTHERS = new Set(['title', 'description', 'type', 'format', 'properties', 'items', 'required', 'default', 'examples', '$comment'])

function limitChanges(before: FormField, after: FormField, add: Add): void {
  const keywords = new Set([...Object.keys(before), ...Object.keys(after)].filter((key) => !key.startsWith('x-') && !OTHERS.has(key)))
  for (const keyword of keywords) {
    const [old, now] = [before[keyword], after[keyword]]
    if (sameAnswer(old, now)) continue
    const code = limitCode(keyword, old, now)
    add(code, { keyword, before: old ?? null, after: now ?? null }, code !== 'limitLoosened')
  }
}

function limitCode(keyword: string, old: unknown, now: unknown): ChangeCode {
  if (old === undefined) return 'limitTightened'
  if (now === undefined) return 'limitLoosened'
  if (typeof old !== 'number' || typeof now !== 'number') return 'limitChanged'
  if (UPWARD.includes(keyword)) return now > old ? 'limitTightened' : 'limitLoosened'
  return DOWNWARD.includes(keyword) ? (now < old ? 'limitTightened' : 'limitLoosened') : 'limitChanged'
}

// ------------------------------------------------------------------------------------------------------------ order, parts, the form

/** The smallest set of fields whose move explains the new order of siblings. */
function moves(old: Fields, now: Fields, renamed: ReadonlyMap<string, string>): FormChange[] {
  const groups = Map.groupBy([...now.values()], ({ template }) => parentOf(template))
  return [...groups.values()].flatMap((siblings) => {
    const position = new Map([...old.keys()].map((template, at) => [template, at]))
    const kept = siblings.filter(({ template }) => old.has(renamed.get(template) ?? template))
    const order = kept.map(({ template }) => position.get(renamed.get(template) ?? template)!)
    const stays = longestRun(order)
    return kept.filter((_, at) => !stays.has(at)).map((placed) => fieldChange('fieldMoved', placed, {}))
  })
}

/** Indexes of a longest increasing subsequence of the numbers. */
function longestRun(numbers: readonly number[]): Set<number> {
  const tails: number[] = []
  const before: number[] = []
  for (const [at, number] of numbers.entries()) {
    let low = 0
    for (let high = tails.length; low < high; ) {
      const middle = (low + high) >> 1
      if (numbers[tails[middle]!]! < number) low = middle + 1
      else high = middle
    }
    before[at] = tails[low - 1] ?? -1
    tails[low] = at
  }
  const run = new Set<number>()
  for (let at = tails.at(-1) ?? -1; at >= 0; at = before[at]!) run.add(at)
  return run
}

function partChanges(before: FormDocument, after: FormDocument): FormChange[] {
  return (['steps', 'sections'] as const).flatMap((key) => {
    const [old, now] = [before[key] ?? [], after[key] ?? []]
    const change = (code: ChangeCode, title: Text | null): FormChange => ({ code, field: null, title, values: {}, isRisky: false })
    const ids = (parts: typeof old, others: typeof old) => parts.map(({ id }) => id).filter((id) => others.some((other) => other.id === id))
    const one = key === 'steps' ? 'step' : 'section'
    return [
      ...now.filter(({ id }) => !old.some((part) => part.id === id)).map(({ title }) => change(`${one}Added`, title)),
      ...old.filter(({ id }) => !now.some((part) => part.id === id)).map(({ title }) => change(`${one}Removed`, title)),
      ...(key === 'steps' && ids(old, now).join('\n') !== ids(now, old).join('\n') ? [change('stepsReordered', null)] : []),
    ]
  })
}

function formChanges(before: FormDocument, after: FormDocument): FormChange[] {
  const own = (form: FormDocument) =>
    new Map(
      formTexts(form)
        .filter(({ owner }) => owner.length === 0)
        .map(({ path, text }) => [path, text]),
    )
  const [old, now] = [own(before), own(after)]
  const texts = [...now].flatMap(([path, text]): FormChange[] => {
    const earlier = old.get(path)
    if (!earlier || sameAnswer(earlier, text)) return []
    return [{ code: 'formTextChanged', field: null, title: null, values: { path, before: earlier, after: text }, isRisky: false }]
  })
  const context: FormChange[] = sameAnswer(before.context, after.context)
    ? []
    : [{ code: 'contextChanged', field: null, title: null, values: {}, isRisky: false }]
  return [...texts, ...context]
}
