/** The fields of one object while they are read. */
import type { FormDocument, FormField, LocalText } from '../../documents.ts'
import type { RuleLiteral } from '../visualRule.ts'
import { FieldNames } from './fieldNames.ts'
import { isLiteral } from './reading.ts'

/** What an importer makes; `importForm` adds what belongs to every format. */
export type ImportedContent = Pick<FormDocument, 'title' | 'schema' | 'steps' | 'sections' | 'submitLabel'>
export interface FieldOption {
  value: RuleLiteral
  label: LocalText
}

const CHOICES: ReadonlySet<string> = new Set(['radio', 'select', 'checkbox'])
const OF_A_ROW: ReadonlySet<string> = new Set([
  'type',
  'title',
  'items',
  'uniqueItems',
  'minItems',
  'maxItems',
  'default',
  'x-widget',
  'x-options',
  'x-visibleWhen',
  'x-enabledWhen',
  'x-requiredWhen',
])

export class Holder {
  readonly properties: Record<string, FormField> = {}
  readonly required: string[] = []
  readonly names: FieldNames
  /** Fields of a branch, with what declared them: another branch may have one of the same name. */
  readonly conditional = new Map<string, string>()
  /** Prefix of its fields in rules: `''`, `address.`, `item.` inside of rows. */
  readonly prefix: string
  constructor(prefix = '', names = new FieldNames()) {
    this.prefix = prefix
    this.names = names
  }

  get isEmpty(): boolean {
    return Object.keys(this.properties).length === 0
  }

  put(name: string, field: FormField, isRequired: boolean): void {
    this.properties[name] = Object.fromEntries(Object.entries(field).filter(([, value]) => value !== undefined))
    const hasAnswer = field.type !== undefined && field.type !== 'null' && !(field.type === 'object' && field['x-widget'] === 'section')
    if (isRequired && hasAnswer && !this.required.includes(name)) this.required.push(name)
  }

  /** `properties` and `required` as a schema has them. */
  get content(): { properties: Record<string, FormField>; required?: string[] } {
    return { properties: this.properties, ...(this.required.length > 0 ? { required: this.required } : {}) }
  }

  get section(): FormField {
    return { type: 'object', 'x-widget': 'section', ...this.content }
  }

  /** A matrix of its rows when each asks for the same options and a cell can show all that it says; null otherwise. */
  get matrix(): FormField | null {
    const rows = Object.entries(this.properties)
    const options = JSON.stringify(rows[0]?.[1]['x-options'] ?? null)
    const isRow = ([, row]: [string, FormField]) =>
      JSON.stringify(row['x-options'] ?? null) === options &&
      row.type === rows[0]![1].type &&
      CHOICES.has(row['x-widget'] ?? '') &&
      Object.keys(row).every((key) => OF_A_ROW.has(key))
    if (options === 'null' || !rows.every(isRow)) return null
    const properties = Object.fromEntries(rows.map(([name, { 'x-widget': _, ...row }]) => [name, row]))
    return { type: 'object', 'x-widget': 'matrix', ...this.content, properties }
  }

  get rows(): FormField {
    return { type: 'array', 'x-widget': 'repeat', items: { type: 'object', ...this.content } }
  }
}

/** A field for one of the options. */
export function oneOf(options: readonly FieldOption[], widget: string): FormField {
  return { type: typeOfOptions(options), 'x-widget': widget, 'x-options': alike(options) }
}

/** A field for several of the options. */
export function someOf(options: readonly FieldOption[], widget = 'checkbox'): FormField {
  return { type: 'array', 'x-widget': widget, items: { type: typeOfOptions(options) }, uniqueItems: true, 'x-options': alike(options) }
}

/** Steps that the control of ratings has room for. */
const MAX_STEPS = 11

/** A rating from `low` to `high` with words at its ends; null when that is no scale, or has too many steps. */
export function ratingOf(low: number, high: number, ends: readonly (LocalText | null)[] = [], look?: 'numbers'): FormField | null {
  if (!Number.isInteger(low) || !Number.isInteger(high) || high < low || high - low >= MAX_STEPS) return null
  const [first, last] = ends
  const props = { ...(look ? { look } : {}), ...(first ? { low: first } : {}), ...(last ? { high: last } : {}) }
  const range = { type: 'integer', minimum: low, maximum: high, 'x-widget': 'rating' } as const
  return Object.keys(props).length > 0 ? { ...range, 'x-props': props } : range
}

/** Type that the values of all options have; text when they differ. */
export function typeOfOptions(options: readonly FieldOption[]): 'string' | 'number' | 'boolean' {
  const types = new Set(options.map(({ value }) => typeof value))
  return types.size === 1 && !types.has('boolean') ? ([...types][0] as 'string' | 'number') : 'string'
}

/** Values of one type, as a field has one. */
function alike(options: readonly FieldOption[]): FieldOption[] {
  const type = typeOfOptions(options)
  return options.map((option) =>
    typeof option.value === type || !isLiteral(option.value) ? option : { ...option, value: String(option.value) },
  )
}

/** A field under one more condition. */
export function shownWhile(field: FormField, cel: string | null, key: 'x-visibleWhen' | 'x-enabledWhen' = 'x-visibleWhen'): FormField {
  if (cel === null) return field
  const own = field[key]?.cel
  return { ...field, [key]: { cel: own === undefined ? cel : `(${cel}) && (${own})` } }
}
