/** The form versions that answers have -> questions. Fields of one path and one kind of answer are one question, whatever their version; a field whose kind
 *  has changed is a question for each kind. The newest version leads the order and the words. */
import type { FormDocument, FormField, LocalText, Options, Text } from '../../core/documents.ts'
import { controlName } from '../../core/form/controlName.ts'
import { holdsFields, holdsFiles } from '../../core/form/holdsFields.ts'
import { holdsPersonal, masksOf } from '../../core/masking/personalFields.ts'
import type { Platform } from '../../core/platform.ts'
import type { QuestionFacts, QuestionKind } from '../../core/statistics/AnswerStatistics.ts'
import { localTextOf } from '../wire/localTextOf.ts'

export interface FormVersionOf {
  hash: string
  form: FormDocument
}
export interface Question extends QuestionFacts {
  steps: readonly string[]
  /** Steps to the repeat group that it is counted in. */
  rows: readonly string[] | null
  /** Field by the version that has it, newest first. */
  versions: Map<string, PlacedField>
  options: Map<string, { label: LocalText; removed: boolean }>
  /** Any value is possible: options come from a call, or the answer is a path through a tree. */
  open: boolean
  /** Numbers are minor units. */
  money: boolean
  /** The value is the place of this option in a ranking, from 1. */
  placeOf: string | number | boolean | null
  /** Column of the answers that holds the number; null: it is an answer. */
  column: string | null
}
export interface PlacedField {
  field: FormField
  /** Conditions that all have to hold for the field to show. */
  conditions: readonly string[]
}

/** @param versions newest first, already without what the person may not read */
export function questionsOf(versions: readonly FormVersionOf[], platform: Platform): Question[] {
  const byKey = new Map<string, Question>()
  for (const [age, { hash, form }] of versions.entries()) {
    for (const found of fieldsOf(form.schema, { steps: [], rows: null, within: [], conditions: [] }, platform)) {
      const name = `${found.path}~${found.kind}`
      const known = byKey.get(name)
      if (known) merge(known, found, hash)
      else byKey.set(name, begin(found, hash, age === 0))
    }
  }
  return named([...byKey.values()])
}

/** The points of a quiz, counted like the answers to a question. @param versions those with points, newest first */
export function scoreQuestion(versions: readonly FormVersionOf[], title: LocalText, column: string): Question {
  return {
    key: SCORE,
    path: SCORE,
    kind: 'number',
    title,
    within: [],
    ofRows: false,
    changed: false,
    current: true,
    steps: [],
    rows: null,
    versions: new Map(versions.map(({ hash }) => [hash, { field: { type: 'number' }, conditions: [] }])),
    options: new Map(),
    open: false,
    money: false,
    placeOf: null,
    column,
  }
}
/** No field has such a name. */
const SCORE = '~score'

interface Found extends Omit<Question, 'key' | 'versions' | 'changed' | 'current'> {
  placed: PlacedField
}
interface FieldPlace {
  steps: readonly string[]
  rows: readonly string[] | null
  within: readonly LocalText[]
  conditions: readonly string[]
}

function begin({ placed, ...found }: Found, hash: string, isNewest: boolean): Question {
  if (!isNewest) for (const option of found.options.values()) option.removed = true
  return { ...found, key: '', versions: new Map([[hash, placed]]), changed: false, current: isNewest }
}

/** An option that only older versions have keeps the words of the last version that had it. */
function merge(known: Question, { placed, options, open }: Found, hash: string): void {
  known.versions.set(hash, placed)
  known.open ||= open
  for (const [value, { label }] of options) if (!known.options.has(value)) known.options.set(value, { label, removed: true })
}

function named(questions: Question[]): Question[] {
  const counts = new Map<string, number>()
  for (const { path } of questions) counts.set(path, (counts.get(path) ?? 0) + 1)
  const seen = new Set<string>()
  for (const question of questions) {
    question.changed = counts.get(question.path)! > 1
    question.key = seen.has(question.path) ? `${question.path}~${question.kind}` : question.path
    seen.add(question.path)
  }
  return questions
}

function fieldsOf(holder: Pick<FormField, 'properties'>, place: FieldPlace, platform: Platform): Found[] {
  return Object.entries(holder.properties ?? {}).flatMap(([name, field]) => {
    const condition = field['x-visibleWhen']?.cel
    const here: FieldPlace = {
      ...place,
      steps: [...place.steps, name],
      conditions: condition === undefined ? place.conditions : [...place.conditions, condition],
    }
    const kind = holdsFields(field)
    if (kind === 'value') return questionOf(field, name, here, platform)
    const inner: FieldPlace = { ...here, within: field.title ? [...place.within, localTextOf(platform, field.title)] : place.within }
    if (kind === 'group') return fieldsOf(field, inner, platform)
    // rows within rows are only counted
    if (place.rows) return [found(field, 'other', name, here, platform)]
    return [
      found(field, 'rows', name, here, platform),
      ...fieldsOf(field.items as FormField, { ...inner, steps: [], rows: here.steps }, platform),
    ]
  })
}

const WITHOUT_ANSWER: readonly string[] = ['section', 'note', 'password']

function questionOf(field: FormField, name: string, place: FieldPlace, platform: Platform): Found[] {
  const control = controlName(field)
  if (WITHOUT_ANSWER.includes(control)) return []
  const kind = holdsPersonal(field, masksOf(platform)) ? 'other' : kindOf(field, control)
  if (control === 'ranking' && kind !== 'other' && Array.isArray(field['x-options'])) return placesOf(field, name, place, platform)
  return [found(field, kind, name, place, platform)]
}

/** A ranking is a question for each option: the place it was given. */
function placesOf(field: FormField, name: string, place: FieldPlace, platform: Platform): Found[] {
  const options = field['x-options'] as OptionList
  const whole = found(field, 'number', name, place, platform)
  return options.map(({ value, label }) => ({
    ...whole,
    path: `${whole.path}.${value}`,
    within: [...whole.within, whole.title],
    title: localTextOf(platform, label),
    placeOf: value,
  }))
}

function found(field: FormField, kind: QuestionKind, name: string, place: FieldPlace, platform: Platform): Found {
  const options = kind === 'choice' || kind === 'choices' ? optionsOf(field, platform) : new Map()
  return {
    path: [...(place.rows ?? []), ...place.steps].join('.'),
    steps: place.steps,
    rows: place.rows,
    kind,
    title: titleOf(field.title, name, platform),
    within: [...place.within],
    ofRows: place.rows !== null,
    options,
    // of a tree only the chosen paths are listed
    open: (kind === 'choice' || kind === 'choices') && (options.size === 0 || controlName(field) === 'cascader'),
    money: controlName(field) === 'money',
    placeOf: null,
    column: null,
    placed: { field, conditions: place.conditions },
  }
}

function titleOf(title: Text | undefined, name: string, platform: Platform): LocalText {
  return title === undefined ? { zh: name, en: name } : localTextOf(platform, title)
}

/** Kinds that are only counted, as personal answers are. */
const COUNTED_ONLY: readonly string[] = ['signature', 'dateRange', 'time', 'colour', 'location']

function kindOf(field: FormField, control: string): QuestionKind {
  if (holdsFiles(field)) return 'files'
  if (COUNTED_ONLY.includes(control)) return 'other'
  const type = [field.type].flat().find((each) => each !== 'null')
  if (control === 'cascader') return 'choice'
  if (type === 'array') return 'choices'
  if (type === 'boolean' || field['x-options']) return 'choice'
  if (type === 'number' || type === 'integer') return 'number'
  if (field.format === 'date' || field.format === 'date-time') return 'date'
  return type === 'string' ? 'text' : 'other'
}

type OptionMap = Map<string, { label: LocalText; removed: boolean }>

function optionsOf(field: FormField, platform: Platform): OptionMap {
  const options = field['x-options'] ?? field.items?.['x-options']
  const map: OptionMap = new Map()
  if ([field.type].flat().includes('boolean')) {
    map.set('true', { label: localTextOf(platform, '@export.yes'), removed: false })
    map.set('false', { label: localTextOf(platform, '@export.no'), removed: false })
  } else if (options && 'enum' in options) {
    for (const { code, label } of platform.documents.enum.get(options.enum)?.values ?? [])
      map.set(String(code), { label: localTextOf(platform, label), removed: false })
  } else if (Array.isArray(options)) addOptions(options, isWay(field) ? [] : null, map, platform)
  return map
}

/** Whether the answer is the whole path through a tree, not only its last value. */
function isWay(field: FormField): boolean {
  return controlName(field) === 'cascader' && [field.type].flat().includes('array')
}

type OptionList = Exclude<Options, { enum: string } | { call: string }>

/** @param way values and words above, when an answer is the whole path through a tree; null when it is the value alone */
function addOptions(
  options: OptionList,
  way: readonly { value: unknown; label: LocalText }[] | null,
  map: OptionMap,
  platform: Platform,
): void {
  for (const { value, label, children } of options) {
    const own = localTextOf(platform, label)
    const steps = way && [...way, { value, label: own }]
    const key = steps ? wayKey(steps.map((step) => step.value)) : String(value)
    const words = (lang: 'zh' | 'en') => (steps ? steps.map((step) => step.label[lang]).join(' / ') : own[lang])
    map.set(key, { label: { zh: words('zh'), en: words('en') }, removed: false })
    if (Array.isArray(children)) addOptions(children as OptionList, steps, map, platform)
  }
}

/** As PostgreSQL writes an array of JSON. */
function wayKey(values: readonly unknown[]): string {
  return `[${values.map((value) => JSON.stringify(value)).join(', ')}]`
}
