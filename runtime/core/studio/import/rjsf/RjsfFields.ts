/** A schema of one answer -> the field: its limits, words, options and control. */
import { pointer } from '../../../documents/failure.ts'
import type { FormField, LocalText } from '../../../documents.ts'
import type { RuleLiteral } from '../../visualRule.ts'
import type { Losses } from '../ImportReport.ts'
import { wholeOf } from '../Ledger.ts'
import { isLiteral, isObject, isSafePattern, type Json, list, textOf } from '../reading.ts'
import { branches } from './RjsfConditions.ts'
import { type RjsfPlace, uiOf } from './RjsfReferences.ts'

const KEPT = [
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minItems',
  'maxItems',
  'uniqueItems',
  'default',
  'const',
]

export class RjsfFields {
  private readonly losses: Losses
  constructor(losses: Losses) {
    this.losses = losses
  }

  typeOf(schema: Json, place: RjsfPlace): string {
    const types = Array.isArray(schema.type) ? schema.type.filter((name) => name !== 'null') : [schema.type]
    if (Array.isArray(schema.type) && schema.type.includes('null')) this.losses.near(`${place.path}/type`, 'type', schema.type)
    if (types.length > 1) this.losses.near(`${place.path}/type`, 'type', schema.type)
    if (typeof types[0] === 'string') return types[0]
    if (schema.type === undefined && isObject(schema.properties)) return 'object'
    if (schema.type === undefined && schema.items !== undefined) return 'array'
    const sample = schema.const ?? list(schema.enum)[0] ?? partOf(list(schema.oneOf)[0]).const
    if (typeof sample === 'number') return 'number'
    if (typeof sample === 'boolean') return 'boolean'
    if (schema.type === undefined && branches(schema) && sample === undefined) return 'object'
    return 'string'
  }

  kept(schema: Json, place: RjsfPlace): FormField {
    const kept: FormField = {}
    for (const key of KEPT) if (schema[key] !== undefined) kept[key] = wholeOf(schema[key])
    if (typeof schema.pattern === 'string') {
      if (isSafePattern(schema.pattern)) kept.pattern = schema.pattern
      else this.losses.lost(pointer(place.path, 'pattern'), 'pattern', schema.pattern)
    }
    if (schema.readOnly === true || uiOf(place.ui, 'readonly') === true) {
      this.losses.near(place.path, 'rule', 'readonly')
      kept['x-enabledWhen'] = { cel: 'false' }
    }
    if (uiOf(place.ui, 'disabled') === true) this.losses.lost(place.path, 'rule', 'ui:disabled')
    return kept
  }

  words(schema: Json, { ui }: RjsfPlace): FormField {
    const description = textOf(uiOf(ui, 'help') ?? uiOf(ui, 'description') ?? schema.description)
    const placeholder = textOf(uiOf(ui, 'placeholder'))
    return { ...(description ? { description } : {}), ...(placeholder ? { 'x-placeholder': placeholder } : {}) }
  }

  files({ path }: RjsfPlace, base: FormField, isList: boolean): FormField {
    this.losses.near(path, 'file', 'data-url')
    const { default: _, ...kept } = base
    return isList
      ? { ...kept, type: 'array', 'x-widget': 'upload', items: { type: 'object' } }
      : { ...kept, type: 'object', 'x-widget': 'upload' }
  }

  boolean(schema: Json, place: RjsfPlace, base: FormField): FormField {
    if (schema.const === true) return { ...base, type: 'boolean', 'x-widget': 'agreement' }
    if (schema.enumNames !== undefined || uiOf(place.ui, 'widget') === 'radio' || uiOf(place.ui, 'widget') === 'select')
      this.losses.near(place.path, 'control', uiOf(place.ui, 'widget') ?? 'enumNames')
    return { ...base, type: 'boolean', 'x-widget': 'switch' }
  }

  text(schema: Json, place: RjsfPlace, base: FormField): FormField {
    const widget = uiOf(place.ui, 'widget')
    const { format } = schema
    if (format === 'data-url' || widget === 'file') return this.files(place, base, false)
    if (format === 'date' || widget === 'date') return { ...base, type: 'string', format: 'date', 'x-widget': 'date' }
    if (format === 'date-time' || widget === 'datetime') return { ...base, type: 'string', format: 'date-time', 'x-widget': 'datetime' }
    if (format === 'time' || widget === 'time') return { ...base, type: 'string', 'x-widget': 'time' }
    if (widget === 'password') {
      this.losses.near(place.path, 'control', 'password')
      return { ...base, type: 'string' }
    }
    if (format === 'email' || widget === 'email') return { ...base, type: 'string', email: true }
    if (format === 'uri' || widget === 'uri') return { ...base, type: 'string', format: 'uri' }
    if (typeof format === 'string') this.losses.lost(pointer(place.path, 'format'), 'keyword', format)
    if (widget === 'textarea') return { ...base, type: 'string', 'x-widget': 'textarea' }
    if (typeof widget === 'string' && !['text', 'hidden', 'radio', 'select'].includes(widget))
      this.losses.near(place.path, 'control', widget)
    return { ...base, type: 'string' }
  }

  number(type: string, { path, ui }: RjsfPlace, base: FormField): FormField {
    const widget = uiOf(ui, 'widget')
    if (typeof widget === 'string' && !['updown', 'text', 'hidden'].includes(widget)) this.losses.near(path, 'control', widget)
    return { ...base, type: type === 'integer' ? 'integer' : 'number', 'x-widget': 'number' }
  }

  choiceWidget({ path, ui }: RjsfPlace): string {
    const widget = uiOf(ui, 'widget')
    if (widget === 'radio' || widget === 'select' || widget === undefined) return widget === 'radio' ? 'radio' : 'select'
    if (typeof widget === 'string' && !['hidden', 'text'].includes(widget)) this.losses.near(path, 'control', widget)
    return 'select'
  }

  optionsOf(schema: Json, { path, ui }: RjsfPlace): { value: RuleLiteral; label: LocalText }[] | null {
    const named = list(uiOf(ui, 'enumNames') ?? schema.enumNames)
    const values = Array.isArray(schema.enum)
      ? schema.enum.map((value, at) => ({ value, title: named[at] ?? value }))
      : [...list(schema.oneOf), ...list(schema.anyOf)].map(partOf).map((part) => ({
          value: part.const ?? list(part.enum)[0],
          title: part.title,
        }))
    const isClosed = Array.isArray(schema.enum) || (values.length > 0 && values.every(({ value }) => value !== undefined))
    if (!isClosed) {
      // some are constants, others types
      for (const key of ['oneOf', 'anyOf'])
        if (values.some(({ value }) => value !== undefined) && schema[key] !== undefined)
          this.losses.near(pointer(path, key), 'options', schema[key])
      return null
    }
    if (schema.type === 'boolean') {
      for (const { title, value } of values) if (title !== value) this.losses.near(path, 'options', title)
      return null
    }
    const seen = new Set<unknown>()
    return values.flatMap(({ value, title }) => {
      if (!isLiteral(value) || seen.has(value)) {
        this.losses.lost(path, 'options', value)
        return []
      }
      seen.add(value)
      return [{ value, label: textOf(title ?? value) ?? { zh: String(value), en: String(value) } }]
    })
  }
}

/** One of several alternatives; nothing is known of what is no schema. */
function partOf(value: unknown): Json {
  return isObject(value) ? value : {}
}
