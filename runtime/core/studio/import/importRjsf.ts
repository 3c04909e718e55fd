/** JSON Schema with a uiSchema (react-jsonschema-form) -> our form. References are put in their place; conditions on one field (`dependencies`,
 *  `if`, `oneOf`) become rules; what the kinds of field here have no word for is named in the report. */
import { pointer } from '../../documents/failure.ts'
import type { FormDocument, FormField, LocalText } from '../../documents.ts'
import { compileVisualRule, type RuleLiteral, type VisualRule } from '../visualRule.ts'
import { FieldNames } from './fieldNames.ts'
import { type ImportLoss, type ImportWords, Losses } from './ImportReport.ts'
import { both, isLiteral, isObject, isSafePattern, type Json, list, textOf } from './reading.ts'

type Fields = Record<string, FormField>
interface Imported {
  form: Pick<FormDocument, 'title' | 'schema' | 'steps' | 'sections'>
  losses: ImportLoss[]
}
/** An object whose properties become fields. */
interface Holder {
  properties: Fields
  required: string[]
  names: FieldNames
  /** Prefix of its fields in rules; null inside of rows, where rules read `item`. */
  prefix: string
}
interface Place {
  path: string
  ui: Json
  /** Names of references that are open: one that contains itself cannot be put in its place. */
  open: readonly string[]
}

export function importRjsf(schema: Json, uiSchema: Json, { path, words }: { path: string; words: ImportWords }): Imported {
  return new Reader(schema, words).read(schema, uiSchema, path)
}

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
const UNDERSTOOD = new Set([
  ...KEPT,
  'type',
  'title',
  'description',
  'properties',
  'required',
  'items',
  'enum',
  'enumNames',
  'format',
  'pattern',
  'dependencies',
  'if',
  'then',
  'else',
  'allOf',
  'oneOf',
  'anyOf',
  '$ref',
  'definitions',
  '$defs',
  '$schema',
  '$id',
  'id',
  '$comment',
  'examples',
  'readOnly',
  'additionalProperties',
  'additionalItems',
])
const UI_UNDERSTOOD = new Set([
  'title',
  'description',
  'help',
  'placeholder',
  'widget',
  'order',
  'options',
  'readonly',
  'enumNames',
  'rootFieldId',
  'classNames',
  'style',
  'autofocus',
  'emptyValue',
  'label',
  'submitButtonOptions',
  'autocomplete',
])

class Reader {
  private readonly root: Json
  private readonly losses = new Losses()
  private readonly speak: ImportWords
  constructor(root: Json, words: ImportWords) {
    this.root = root
    this.speak = words
  }

  read(schema: Json, ui: Json, path: string): Imported {
    const names = new FieldNames()
    const holder: Holder = { properties: {}, required: [], names, prefix: '' }
    const resolved = this.resolve(schema, { path, ui, open: [] })
    if (schema.description !== undefined) this.losses.lost(pointer(path, 'description'), 'text', schema.description)
    const title = textOf(ui['ui:title'] ?? resolved.schema.title) ?? both(this.speak('title'))
    if (isObject(resolved.schema.properties) || resolved.schema.type === 'object' || branches(resolved.schema))
      this.readObject(resolved.schema, resolved.place, holder)
    else this.addField('value', resolved.schema, resolved.place, holder, false)
    if (Object.keys(holder.properties).length === 0) this.losses.lost(path, 'nothing', schema)
    const required = holder.required.length > 0 ? { required: holder.required } : {}
    return { form: { title, schema: { type: 'object', properties: holder.properties, ...required } }, losses: this.losses.list }
  }

  private readObject(schema: Json, place: Place, holder: Holder): void {
    const order = list(place.ui['ui:order']).map(String)
    const given = isObject(schema.properties) ? Object.entries(schema.properties) : []
    const rank = (name: string) => (order.includes(name) ? order.indexOf(name) : order.includes('*') ? order.indexOf('*') : order.length)
    const required = list(schema.required)
    for (const [name, field] of [...given].sort(([left], [right]) => rank(left) - rank(right)))
      if (isObject(field)) this.addField(name, field, this.below(place, name), holder, required.includes(name))
    if (schema.additionalProperties !== undefined && schema.additionalProperties !== false && isObject(schema.additionalProperties))
      this.losses.lost(pointer(place.path, 'additionalProperties'), 'keyword', schema.additionalProperties)
    if (schema.patternProperties !== undefined)
      this.losses.lost(pointer(place.path, 'patternProperties'), 'keyword', schema.patternProperties)
    this.readDependencies(schema, place, holder)
    this.readCondition(schema, place, holder)
    for (const [at, part] of list(schema.allOf).entries())
      if (isObject(part)) {
        const resolved = this.resolve(part, { ...place, path: `${place.path}/allOf/${at}` })
        this.readObject(resolved.schema, resolved.place, holder)
      }
    this.readBranches(schema, place, holder)
  }

  private below({ path, ui, open }: Place, name: string): Place {
    const inner = ui[name]
    return { path: pointer(pointer(path, 'properties'), name), ui: isObject(inner) ? inner : {}, open }
  }

  private addField(name: string, given: Json, place: Place, holder: Holder, isRequired: boolean): string | null {
    const { schema, place: at } = this.resolve(given, place)
    const own = holder.names.of(name, at.path, this.losses)
    const field = this.readField(schema, at, `${holder.prefix}${own}.`)
    if (!field) return null
    holder.properties[own] = { ...field, title: textOf(uiOf(at.ui, 'title') ?? schema.title) ?? { zh: name, en: name } }
    if (isRequired && field['x-widget'] !== 'note') holder.required.push(own)
    return own
  }

  /** A reference is put in its place; null values beside another type only say that the field may be empty. */
  private resolve(schema: Json, place: Place): { schema: Json; place: Place } {
    const { $ref, ...others } = schema
    if (typeof $ref !== 'string') return { schema, place }
    const target = $ref.startsWith('#') ? valueAt(this.root, $ref.slice(1)) : undefined
    if (!isObject(target) || place.open.includes($ref)) {
      this.losses.lost(place.path, 'reference', $ref)
      return { schema: { ...others, type: 'null' }, place }
    }
    return this.resolve({ ...target, ...others }, { ...place, open: [...place.open, $ref] })
  }

  private readField(schema: Json, place: Place, prefix: string): FormField | null {
    this.reportUnknown(schema, place)
    const type = this.typeOf(schema, place)
    const base: FormField = { ...this.kept(schema, place), ...this.words(schema, place) }
    if (type === 'null') {
      if (schema.title === undefined && schema.description === undefined) return null
      return { ...base, type: 'null', 'x-widget': 'section' }
    }
    if (type === 'object') return this.group(schema, place, base, prefix)
    if (type === 'array') return this.array(schema, place, base)
    if (uiOf(place.ui, 'widget') === 'hidden') this.losses.near(place.path, 'control', 'hidden')
    const options = this.optionsOf(schema, place)
    if (options) return { ...base, type, 'x-widget': this.choiceWidget(place), 'x-options': options }
    if (type === 'boolean') return this.boolean(schema, place, base)
    return type === 'string' ? this.text(schema, place, base) : this.number(type, place, base)
  }

  private typeOf(schema: Json, place: Place): string {
    const types = Array.isArray(schema.type) ? schema.type.filter((name) => name !== 'null') : [schema.type]
    if (Array.isArray(schema.type) && schema.type.includes('null')) this.losses.near(`${place.path}/type`, 'type', schema.type)
    if (types.length > 1) this.losses.near(`${place.path}/type`, 'type', schema.type)
    if (typeof types[0] === 'string') return types[0]
    if (schema.type === undefined && isObject(schema.properties)) return 'object'
    if (schema.type === undefined && schema.items !== undefined) return 'array'
    const sample = schema.const ?? list(schema.enum)[0] ?? (list(schema.oneOf)[0] as Json | undefined)?.const
    if (typeof sample === 'number') return 'number'
    if (typeof sample === 'boolean') return 'boolean'
    if (schema.type === undefined && branches(schema) && sample === undefined) return 'object'
    return 'string'
  }

  private kept(schema: Json, place: Place): FormField {
    const kept: FormField = {}
    for (const key of KEPT) if (schema[key] !== undefined) kept[key] = schema[key]
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

  private words(schema: Json, { ui }: Place): FormField {
    const description = textOf(uiOf(ui, 'help') ?? uiOf(ui, 'description') ?? schema.description)
    const placeholder = textOf(uiOf(ui, 'placeholder'))
    return { ...(description ? { description } : {}), ...(placeholder ? { 'x-placeholder': placeholder } : {}) }
  }

  private reportUnknown(schema: Json, { path, ui }: Place): void {
    for (const key of Object.keys(schema))
      if (!UNDERSTOOD.has(key) && !key.startsWith('x-')) this.losses.lost(pointer(path, key), 'keyword', schema[key])
    for (const key of Object.keys(ui)) {
      if (key === 'ui:field' || key.endsWith('Template')) this.losses.lost(path, 'control', `${key}: ${String(ui[key])}`)
      else if (key.startsWith('ui:') && !UI_UNDERSTOOD.has(key.slice(3)) && key !== 'ui:disabled') this.losses.lost(path, 'layout', key)
    }
    for (const key of ['classNames', 'style', 'autofocus']) if (uiOf(ui, key) !== undefined) this.losses.lost(path, 'layout', `ui:${key}`)
  }

  private group(schema: Json, place: Place, base: FormField, prefix: string): FormField | null {
    const holder: Holder = { properties: {}, required: [], names: new FieldNames(), prefix }
    this.readObject(schema, place, holder)
    if (Object.keys(holder.properties).length === 0) {
      this.losses.lost(place.path, 'type', 'object')
      return null
    }
    const { default: preset, ...kept } = base
    if (preset !== undefined) this.losses.lost(pointer(place.path, 'default'), 'value', preset)
    return {
      ...kept,
      type: 'object',
      'x-widget': 'section',
      properties: holder.properties,
      ...(holder.required.length > 0 ? { required: holder.required } : {}),
    }
  }

  private array(schema: Json, place: Place, base: FormField): FormField | null {
    if (Array.isArray(schema.items)) return this.tuple(schema, schema.items, place, base)
    const itemPlace = { ...place, path: pointer(place.path, 'items'), ui: isObject(place.ui.items) ? place.ui.items : {} }
    const { schema: items, place: at } = this.resolve(isObject(schema.items) ? schema.items : { type: 'string' }, itemPlace)
    const type = this.typeOf(items, at)
    const options = this.optionsOf(items, at)
    if (options) {
      if (schema.uniqueItems !== true) this.losses.near(place.path, 'choice', 'array of repeated values')
      const widget = options.length > 12 ? 'multiSelect' : 'checkbox'
      return { ...base, type: 'array', 'x-widget': widget, items: { type }, uniqueItems: true, 'x-options': options }
    }
    if (type === 'string' && items.format === 'data-url') return this.files(place, base, true)
    const holder: Holder = { properties: {}, required: [], names: new FieldNames(), prefix: 'item.' }
    if (type === 'object') this.readObject(items, at, holder)
    else {
      this.losses.near(place.path, 'type', `array of ${type}`)
      this.addField('value', { ...items, title: items.title ?? schema.title }, at, holder, true)
    }
    if (Object.keys(holder.properties).length === 0) return null
    const { default: preset, ...kept } = base
    if (preset !== undefined) this.losses.lost(pointer(place.path, 'default'), 'value', preset)
    const item: FormField = {
      type: 'object',
      properties: holder.properties,
      ...(holder.required.length > 0 ? { required: holder.required } : {}),
    }
    return { ...kept, type: 'array', 'x-widget': 'repeat', items: item }
  }

  /** Places of a list that mean something each: a group. */
  private tuple(schema: Json, items: unknown[], place: Place, base: FormField): FormField | null {
    this.losses.near(pointer(place.path, 'items'), 'type', 'list of fixed places')
    if (schema.additionalItems !== undefined && schema.additionalItems !== false)
      this.losses.lost(pointer(place.path, 'additionalItems'), 'keyword', schema.additionalItems)
    const properties = Object.fromEntries(items.map((item, at) => [`place${at + 1}`, item]))
    const { minItems: _, maxItems: __, uniqueItems: ___, default: ____, ...kept } = base
    return this.group({ properties }, { ...place, path: pointer(place.path, 'items') }, kept, '')
  }

  private files({ path }: Place, base: FormField, isList: boolean): FormField {
    this.losses.near(path, 'file', 'data-url')
    const { default: _, ...kept } = base
    return isList
      ? { ...kept, type: 'array', 'x-widget': 'upload', items: { type: 'object' } }
      : { ...kept, type: 'object', 'x-widget': 'upload' }
  }

  private boolean(schema: Json, place: Place, base: FormField): FormField {
    if (schema.const === true) return { ...base, type: 'boolean', 'x-widget': 'agreement' }
    if (schema.enumNames !== undefined || uiOf(place.ui, 'widget') === 'radio' || uiOf(place.ui, 'widget') === 'select')
      this.losses.near(place.path, 'control', uiOf(place.ui, 'widget') ?? 'enumNames')
    return { ...base, type: 'boolean', 'x-widget': 'switch' }
  }

  private text(schema: Json, place: Place, base: FormField): FormField {
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

  private number(type: string, { path, ui }: Place, base: FormField): FormField {
    const widget = uiOf(ui, 'widget')
    if (typeof widget === 'string' && !['updown', 'text', 'hidden'].includes(widget)) this.losses.near(path, 'control', widget)
    return { ...base, type: type === 'integer' ? 'integer' : 'number', 'x-widget': 'number' }
  }

  private choiceWidget({ path, ui }: Place): string {
    const widget = uiOf(ui, 'widget')
    if (widget === 'radio' || widget === 'select' || widget === undefined) return widget === 'radio' ? 'radio' : 'select'
    if (typeof widget === 'string' && !['hidden', 'text'].includes(widget)) this.losses.near(path, 'control', widget)
    return 'select'
  }

  private optionsOf(schema: Json, { path, ui }: Place): { value: RuleLiteral; label: LocalText }[] | null {
    const named = list(uiOf(ui, 'enumNames') ?? schema.enumNames)
    const values = Array.isArray(schema.enum)
      ? schema.enum.map((value, at) => ({ value, title: named[at] ?? value }))
      : [...list(schema.oneOf), ...list(schema.anyOf)].map((each) => ({
          value: (each as Json).const ?? list((each as Json).enum)[0],
          title: (each as Json).title,
        }))
    const isClosed = Array.isArray(schema.enum) || (values.length > 0 && values.every(({ value }) => value !== undefined))
    if (!isClosed || schema.type === 'boolean') return null
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

  // ---------------------------------------------------------------------------------------------------------- conditions

  /** `dependencies`: an answer asks for others, or shows more fields. */
  private readDependencies(schema: Json, place: Place, holder: Holder): void {
    const given = {
      ...(isObject(schema.dependencies) ? schema.dependencies : {}),
      ...(isObject(schema.dependentRequired) ? schema.dependentRequired : {}),
    }
    for (const [name, what] of Object.entries(given)) {
      const path = pointer(pointer(place.path, 'dependencies'), name)
      const rule: VisualRule = { field: `${holder.prefix}${holder.names.known(name)}`, op: 'answered' }
      if (Array.isArray(what)) this.require(what.map(String), rule, path, holder)
      else if (isObject(what)) this.addConditional(this.resolve(what, { ...place, path }).schema, rule, { ...place, path }, holder)
    }
  }

  /** `if` / `then` / `else`. */
  private readCondition(schema: Json, place: Place, holder: Holder): void {
    if (!isObject(schema.if)) return
    const rule = this.ruleOf(schema.if, holder)
    const path = pointer(place.path, 'if')
    if (!rule) {
      this.losses.lost(path, 'rule', schema.if)
      return
    }
    if (isObject(schema.then)) this.addConditional(schema.then, rule, { ...place, path: pointer(place.path, 'then') }, holder)
    if (isObject(schema.else)) this.addConditional(schema.else, { not: [rule] }, { ...place, path: pointer(place.path, 'else') }, holder)
  }

  /** Alternatives at an object: those told apart by the values of one field become rules, the others a choice. */
  private readBranches(schema: Json, place: Place, holder: Holder): void {
    const key = Array.isArray(schema.oneOf) ? 'oneOf' : 'anyOf'
    const parts = list(schema[key]).filter(isObject)
    if (parts.length === 0 || !parts.every((part) => isObject(part.properties) || typeof part.$ref === 'string' || isObject(part.then)))
      return
    const resolved = parts.map((part, at) => this.resolve(part, { ...place, path: `${place.path}/${key}/${at}` }))
    const rules = resolved.map(({ schema: part }) => this.ruleOf(part, holder))
    if (rules.every((rule) => rule !== null)) {
      for (const [at, { schema: part, place: where }] of resolved.entries()) this.addConditional(part, rules[at]!, where, holder)
      return
    }
    const name = holder.names.free('choice')
    this.losses.near(pointer(place.path, key), 'choice', `${parts.length}`)
    const label = (part: Json, at: number) => textOf(part.title) ?? both(this.speak('option', { number: at + 1 }))
    const options = resolved.map(({ schema: part }, at) => ({ value: `option${at + 1}`, label: label(part, at) }))
    holder.properties[name] = { type: 'string', title: both(this.speak('choose')), 'x-widget': 'radio', 'x-options': options }
    for (const [at, { schema: part, place: where }] of resolved.entries())
      this.addConditional(part, { field: `${holder.prefix}${name}`, op: 'equals', value: `option${at + 1}` }, where, holder)
  }

  /** What holds when the properties have the constants of a schema. */
  private ruleOf(schema: Json, holder: Holder): VisualRule | null {
    if (Array.isArray(schema.allOf))
      return joined(
        'all',
        schema.allOf.map((part) => (isObject(part) ? this.ruleOf(part, holder) : null)),
      )
    if (Array.isArray(schema.anyOf))
      return joined(
        'any',
        schema.anyOf.map((part) => (isObject(part) ? this.ruleOf(part, holder) : null)),
      )
    if (isObject(schema.not)) {
      const inner = this.ruleOf(schema.not, holder)
      return inner && { not: [inner] }
    }
    const rules = Object.entries(isObject(schema.properties) ? schema.properties : {}).flatMap(([name, value]): VisualRule[] => {
      const own = holder.names.known(name)
      if (!isObject(value) || !holder.properties[own]) return []
      const rule = conditionOn(`${holder.prefix}${own}`, value)
      return rule ? [rule] : []
    })
    return rules.length === 0 ? null : rules.length === 1 ? rules[0]! : { all: rules }
  }

  /** The fields of a schema, shown while a rule holds. Those that are there already only get its demands. */
  private addConditional(given: Json, rule: VisualRule, place: Place, holder: Holder): void {
    const { schema } = this.resolve(given, place)
    const cel = compileVisualRule(rule)
    if (cel === null) {
      this.losses.lost(place.path, 'rule', given)
      return
    }
    const before = new Set(Object.keys(holder.properties))
    const { required, properties, ...rest } = schema
    const fresh = Object.fromEntries(
      Object.entries(isObject(properties) ? properties : {}).filter(([name]) => !before.has(holder.names.known(name))),
    )
    const names = list(required).map(String)
    this.readObject({ ...rest, properties: fresh, required: names.filter((name) => name in fresh) }, place, holder)
    for (const name of Object.keys(holder.properties))
      if (!before.has(name)) {
        const field = holder.properties[name]!
        const inner = field['x-visibleWhen']?.cel
        holder.properties[name] = { ...field, 'x-visibleWhen': { cel: inner === undefined ? cel : `(${cel}) && (${inner})` } }
      }
    for (const [name, value] of Object.entries(isObject(properties) ? properties : {}))
      if (before.has(holder.names.known(name)) && !(isObject(value) && conditionOn('x', value))) {
        // an empty schema says nothing
        if (isObject(value) && Object.keys(value).length > 0)
          this.losses.lost(pointer(pointer(place.path, 'properties'), name), 'rule', value)
      }
    this.require(
      names.filter((name) => !(name in fresh)),
      rule,
      place.path,
      holder,
    )
  }

  private require(names: readonly string[], rule: VisualRule, path: string, holder: Holder): void {
    const cel = compileVisualRule(rule)
    for (const name of names) {
      const own = holder.names.known(name)
      const field = holder.properties[own]
      if (!field || cel === null) this.losses.lost(path, 'rule', name)
      else if (!holder.required.includes(own)) {
        const before = field['x-requiredWhen']?.cel
        holder.properties[own] = { ...field, 'x-requiredWhen': { cel: before === undefined ? cel : `(${before}) || (${cel})` } }
      }
    }
  }
}

function conditionOn(field: string, schema: Json): VisualRule | null {
  if (isLiteral(schema.const)) return { field, op: 'equals', value: schema.const }
  if (Array.isArray(schema.enum) && schema.enum.length > 0 && schema.enum.every(isLiteral))
    return schema.enum.length === 1 ? { field, op: 'equals', value: schema.enum[0]! } : { field, op: 'oneOf', value: schema.enum }
  const bounds = (
    [
      ['minimum', 'atLeast'],
      ['exclusiveMinimum', 'more'],
      ['maximum', 'atMost'],
      ['exclusiveMaximum', 'less'],
    ] as const
  ).flatMap(([key, op]) => {
    const value = schema[key]
    return typeof value === 'number' ? [{ field, op, value } as VisualRule] : []
  })
  if (bounds.length > 0) return bounds.length === 1 ? bounds[0]! : { all: bounds }
  return isObject(schema.not) ? negate(conditionOn(field, schema.not)) : null
}

function negate(rule: VisualRule | null): VisualRule | null {
  return rule && { not: [rule] }
}

function joined(join: 'all' | 'any', rules: (VisualRule | null)[]): VisualRule | null {
  const sure = rules.filter((rule) => rule !== null)
  if (sure.length !== rules.length || sure.length === 0) return null
  return join === 'all' ? { all: sure } : { any: sure }
}

function branches(schema: Json): boolean {
  return ['allOf', 'oneOf', 'anyOf'].some((key) =>
    list(schema[key]).some((part) => isObject(part) && (isObject(part.properties) || typeof part.$ref === 'string' || isObject(part.then))),
  )
}

/** A setting of the uiSchema, in both ways of writing it. */
function uiOf(ui: Json, key: string): unknown {
  const options = ui['ui:options']
  return ui[`ui:${key}`] ?? (isObject(options) ? options[key] : undefined)
}

function valueAt(document: unknown, path: string): unknown {
  return path
    .split('/')
    .slice(1)
    .map((step) => decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>((at, step) => (isObject(at) && Object.hasOwn(at, step) ? at[step] : undefined), document)
}
