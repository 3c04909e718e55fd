/** JSON Schema with a uiSchema (react-jsonschema-form) -> our form. References are put in their place; conditions on one field (`dependencies`,
 *  `if`, `oneOf`) become rules; what the kinds of field here have no word for is named in the report. */
import { pointer } from '../../documents/failure.ts'
import type { FormField, LocalText } from '../../documents.ts'
import { compileVisualRule, type RuleLiteral, type VisualRule } from '../visualRule.ts'
import { Holder, type ImportedContent, shownWhile } from './Holder.ts'
import type { ImportWords, Losses } from './ImportReport.ts'
import { entriesOf, keysOf, layered, textOfValue, wholeOf } from './Ledger.ts'
import { both, isLiteral, isObject, isSafePattern, type Json, list, textOf } from './reading.ts'

interface ImportPlace {
  path: string
  ui: Json
  /** Names of references that are open: one that contains itself cannot be put in its place. */
  open: readonly string[]
}

/** A schema with a uiSchema beside it, or alone. */
export function importRjsfFile(document: Json, words: ImportWords, losses: Losses): ImportedContent {
  const isAlone = !isObject(document.schema)
  const schema = isAlone ? document : (document.schema as Json)
  const uiSchema = !isAlone && isObject(document.uiSchema) ? document.uiSchema : {}
  const form = importRjsf(schema, { uiSchema, path: isAlone ? '' : '/schema', words, losses })
  const title = isAlone ? null : textOf(document.title)
  return title ? { ...form, title } : form
}

interface SchemaPlace {
  uiSchema: Json
  path: string
  words: ImportWords
  losses: Losses
  /** Filled in: place in the document -> the field as rules name it. */
  places?: Map<string, string>
}
export function importRjsf(schema: Json, { uiSchema, path, words, losses, places = new Map() }: SchemaPlace): ImportedContent {
  return new Reader(schema, words, losses, places).read(schema, uiSchema, path)
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
class Reader {
  private readonly root: Json
  private readonly losses: Losses
  private readonly speak: ImportWords
  private readonly places: Map<string, string>
  constructor(root: Json, words: ImportWords, losses: Losses, places: Map<string, string>) {
    this.root = root
    this.places = places
    this.speak = words
    this.losses = losses
  }

  read(schema: Json, ui: Json, path: string): ImportedContent {
    const holder = new Holder()
    const resolved = this.resolve(schema, { path, ui, open: [] })
    const intro = textOf(uiOf(ui, 'description') ?? resolved.schema.description)
    if (intro) holder.put(holder.names.free('introduction'), { 'x-widget': 'note', description: intro }, false)
    const title = textOf(ui['ui:title'] ?? resolved.schema.title) ?? both(this.speak('title'))
    if (isObject(resolved.schema.properties) || resolved.schema.type === 'object' || branches(resolved.schema))
      this.readObject(resolved.schema, resolved.place, holder)
    else this.addField('value', resolved.schema, resolved.place, holder, false)
    return { title, schema: { type: 'object', ...holder.content } }
  }

  private readObject(schema: Json, place: ImportPlace, holder: Holder): void {
    const order = list(place.ui['ui:order']).map(String)
    const given = isObject(schema.properties) ? entriesOf(schema.properties) : []
    const rank = (name: string) => (order.includes(name) ? order.indexOf(name) : order.includes('*') ? order.indexOf('*') : order.length)
    const required = list(schema.required)
    for (const [name, field] of [...given].sort(([left], [right]) => rank(left) - rank(right)))
      if (isObject(field)) this.addField(name, field, this.below(place, name), holder, required.includes(name))
      else this.losses.lost(pointer(pointer(place.path, 'properties'), name), 'type', field)
    for (const name of required.map(String))
      if (given.some(([own]) => own === name) && !holder.properties[holder.names.known(name)])
        this.losses.aside(pointer(place.path, 'required'), 'rule', name)
    // demanded here, declared beside
    this.demand(
      required.map(String).filter((name) => !given.some(([own]) => own === name)),
      place,
      holder,
    )
    if (schema.additionalProperties === false || schema.additionalProperties === true)
      this.losses.aside(pointer(place.path, 'additionalProperties'), 'keyword', schema.additionalProperties)
    if (isObject(schema.additionalProperties))
      this.losses.lost(pointer(place.path, 'additionalProperties'), 'keyword', schema.additionalProperties)
    if (schema.type !== undefined && schema.type !== 'object' && !list(schema.type).includes('object'))
      this.losses.lost(pointer(place.path, 'type'), 'type', schema.type)
    this.readDependencies(schema, place, holder)
    this.readCondition(schema, place, holder)
    for (const [at, part] of list(schema.allOf).entries())
      if (isObject(part)) {
        const resolved = this.resolve(part, { ...place, path: `${place.path}/allOf/${at}` })
        this.readObject(resolved.schema, resolved.place, holder)
      }
    this.readBranches(schema, place, holder)
  }

  private demand(names: readonly string[], place: ImportPlace, holder: Holder): void {
    for (const name of names) {
      const own = holder.names.known(name)
      const field = holder.properties[own]
      if (field) holder.put(own, field, true)
      else this.losses.lost(pointer(place.path, 'required'), 'rule', name)
    }
  }

  private below({ path, ui, open }: ImportPlace, name: string): ImportPlace {
    const inner = ui[name]
    return { path: pointer(pointer(path, 'properties'), name), ui: isObject(inner) ? inner : {}, open }
  }

  private addField(name: string, given: Json, place: ImportPlace, holder: Holder, isRequired: boolean): string | null {
    const { schema, place: at } = this.resolve(given, place)
    const own = holder.names.of(name, at.path, this.losses)
    this.places.set(at.path, `${holder.prefix}${own}`)
    const field = this.readField(schema, at, `${holder.prefix}${own}.`)
    if (!field) return null
    // the fields of a group say themselves what is required
    if (isRequired && field['x-widget'] === 'section') this.losses.aside(pointer(at.path, 'required'), 'rule', name)
    holder.put(own, { ...field, title: textOf(uiOf(at.ui, 'title') ?? schema.title) ?? { zh: name, en: name } }, isRequired)
    return own
  }

  /** A reference is put in its place; null values beside another type only say that the field may be empty. */
  private resolve(schema: Json, place: ImportPlace): { schema: Json; place: ImportPlace } {
    const layers: Json[] = [{ $ref: undefined }, schema]
    const open = [...place.open]
    for (let $ref = schema.$ref; typeof $ref === 'string'; ) {
      const target = $ref.startsWith('#') ? valueAt(this.root, $ref.slice(1)) : undefined
      if (!isObject(target) || open.includes($ref)) {
        this.losses.lost(place.path, 'reference', $ref)
        return { schema: layered({ $ref: undefined, type: 'null' }, schema), place }
      }
      open.push($ref)
      layers.push(target)
      $ref = target.$ref
    }
    return layers.length === 2 ? { schema, place } : { schema: layered(...layers), place: { ...place, open } }
  }

  private readField(schema: Json, place: ImportPlace, prefix: string): FormField | null {
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

  private typeOf(schema: Json, place: ImportPlace): string {
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

  private kept(schema: Json, place: ImportPlace): FormField {
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

  private words(schema: Json, { ui }: ImportPlace): FormField {
    const description = textOf(uiOf(ui, 'help') ?? uiOf(ui, 'description') ?? schema.description)
    const placeholder = textOf(uiOf(ui, 'placeholder'))
    return { ...(description ? { description } : {}), ...(placeholder ? { 'x-placeholder': placeholder } : {}) }
  }

  private group(schema: Json, place: ImportPlace, base: FormField, prefix: string): FormField | null {
    const holder = new Holder(prefix)
    this.readObject(schema, place, holder)
    if (holder.isEmpty) {
      this.losses.lost(place.path, 'type', schema)
      return null
    }
    const { default: preset, ...kept } = base
    if (preset !== undefined) this.losses.lost(pointer(place.path, 'default'), 'value', preset)
    return { ...kept, ...holder.section }
  }

  private array(schema: Json, place: ImportPlace, base: FormField): FormField | null {
    const places = Array.isArray(schema.items) ? 'items' : Array.isArray(schema.prefixItems) ? 'prefixItems' : null
    if (places) return this.tuple(schema, places, place, base)
    if (schema.items !== undefined && !isObject(schema.items)) this.losses.lost(pointer(place.path, 'items'), 'type', schema.items)
    const itemPlace = { ...place, path: pointer(place.path, 'items'), ui: isObject(place.ui.items) ? place.ui.items : {} }
    const { schema: items, place: at } = this.resolve(isObject(schema.items) ? schema.items : { type: 'string' }, itemPlace)
    const type = this.typeOf(items, at)
    const options = this.optionsOf(items, at)
    if (options) {
      if (schema.uniqueItems !== true) this.losses.near(place.path, 'choice', 'array of repeated values')
      const asked = uiOf(place.ui, 'widget')
      if (asked !== undefined && asked !== 'checkboxes' && asked !== 'select') this.losses.near(place.path, 'control', asked)
      const widget = options.length > 12 || asked === 'select' ? 'multiSelect' : 'checkbox'
      return { ...base, type: 'array', 'x-widget': widget, items: { type }, uniqueItems: true, 'x-options': options }
    }
    if (type === 'string' && items.format === 'data-url') return this.files(place, base, true)
    const holder = new Holder('item.')
    if (type === 'object') this.readObject(items, at, holder)
    else {
      this.losses.near(place.path, 'type', `array of ${type}`)
      this.addField('value', layered({ title: items.title ?? schema.title }, items), at, holder, true)
    }
    if (holder.isEmpty) {
      this.losses.lost(place.path, 'type', schema)
      return null
    }
    const { default: preset, ...kept } = base
    if (preset !== undefined) this.losses.lost(pointer(place.path, 'default'), 'value', preset)
    return { ...kept, ...holder.rows }
  }

  /** Places of a list that mean something each: a group, and a list for those behind. */
  private tuple(schema: Json, key: 'items' | 'prefixItems', place: ImportPlace, base: FormField): FormField | null {
    const path = pointer(place.path, key)
    this.losses.near(path, 'type', 'list of fixed places')
    const { minItems, maxItems, uniqueItems, default: preset, ...kept } = base
    for (const [name, value] of Object.entries({ minItems, maxItems, uniqueItems, default: preset }))
      if (value !== undefined) this.losses.lost(pointer(place.path, name), 'value', value)
    const ui = list(place.ui.items)
    const holder = new Holder()
    const least = typeof minItems === 'number' ? minItems : 0
    for (const [at, item] of list(schema[key]).entries()) {
      const under: ImportPlace = { path: pointer(path, at), ui: isObject(ui[at]) ? (ui[at] as Json) : {}, open: place.open }
      if (!isObject(item)) continue
      const title = item.title ?? this.speak('place', { number: at + 1 })
      this.addField(`place${at + 1}`, layered({ title }, item), under, holder, at < least)
    }
    const rest = key === 'items' ? schema.additionalItems : schema.items
    if (isObject(rest)) {
      const under: ImportPlace = { path: pointer(place.path, key === 'items' ? 'additionalItems' : 'items'), ui: {}, open: place.open }
      this.addField('others', layered({ title: rest.title ?? this.speak('other'), type: 'array', items: rest }), under, holder, false)
    } else if (rest !== undefined && rest !== false) this.losses.lost(pointer(place.path, 'additionalItems'), 'keyword', rest)
    return holder.isEmpty ? null : { ...kept, ...holder.section }
  }

  private files({ path }: ImportPlace, base: FormField, isList: boolean): FormField {
    this.losses.near(path, 'file', 'data-url')
    const { default: _, ...kept } = base
    return isList
      ? { ...kept, type: 'array', 'x-widget': 'upload', items: { type: 'object' } }
      : { ...kept, type: 'object', 'x-widget': 'upload' }
  }

  private boolean(schema: Json, place: ImportPlace, base: FormField): FormField {
    if (schema.const === true) return { ...base, type: 'boolean', 'x-widget': 'agreement' }
    if (schema.enumNames !== undefined || uiOf(place.ui, 'widget') === 'radio' || uiOf(place.ui, 'widget') === 'select')
      this.losses.near(place.path, 'control', uiOf(place.ui, 'widget') ?? 'enumNames')
    return { ...base, type: 'boolean', 'x-widget': 'switch' }
  }

  private text(schema: Json, place: ImportPlace, base: FormField): FormField {
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

  private number(type: string, { path, ui }: ImportPlace, base: FormField): FormField {
    const widget = uiOf(ui, 'widget')
    if (typeof widget === 'string' && !['updown', 'text', 'hidden'].includes(widget)) this.losses.near(path, 'control', widget)
    return { ...base, type: type === 'integer' ? 'integer' : 'number', 'x-widget': 'number' }
  }

  private choiceWidget({ path, ui }: ImportPlace): string {
    const widget = uiOf(ui, 'widget')
    if (widget === 'radio' || widget === 'select' || widget === undefined) return widget === 'radio' ? 'radio' : 'select'
    if (typeof widget === 'string' && !['hidden', 'text'].includes(widget)) this.losses.near(path, 'control', widget)
    return 'select'
  }

  private optionsOf(schema: Json, { path, ui }: ImportPlace): { value: RuleLiteral; label: LocalText }[] | null {
    const named = list(uiOf(ui, 'enumNames') ?? schema.enumNames)
    const values = Array.isArray(schema.enum)
      ? schema.enum.map((value, at) => ({ value, title: named[at] ?? value }))
      : [...list(schema.oneOf), ...list(schema.anyOf)].map((each) => ({
          value: (each as Json).const ?? list((each as Json).enum)[0],
          title: (each as Json).title,
        }))
    const isClosed = Array.isArray(schema.enum) || (values.length > 0 && values.every(({ value }) => value !== undefined))
    if (!isClosed) return null
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

  // ---------------------------------------------------------------------------------------------------------- conditions

  /** `dependencies`: an answer asks for others, or shows more fields. */
  private readDependencies(schema: Json, place: ImportPlace, holder: Holder): void {
    for (const key of ['dependencies', 'dependentRequired', 'dependentSchemas'])
      for (const [name, what] of isObject(schema[key]) ? entriesOf(schema[key]) : []) {
        const path = pointer(pointer(place.path, key), name)
        const rule: VisualRule = { field: `${holder.prefix}${holder.names.known(name)}`, op: 'answered' }
        if (Array.isArray(what)) this.require(what.map(String), rule, path, holder)
        else if (isObject(what)) this.addConditional(this.resolve(what, { ...place, path }).schema, rule, { ...place, path }, holder)
        else this.losses.lost(path, 'rule', what)
      }
  }

  /** `if` / `then` / `else`. */
  private readCondition(schema: Json, place: ImportPlace, holder: Holder): void {
    if (!isObject(schema.if)) return
    const rule = this.ruleOf(schema.if, holder, true)
    const path = pointer(place.path, 'if')
    if (!rule) {
      this.losses.lost(path, 'rule', schema.if)
      return
    }
    if (isObject(schema.then)) this.addConditional(schema.then, rule, { ...place, path: pointer(place.path, 'then') }, holder)
    if (isObject(schema.else)) this.addConditional(schema.else, { not: [rule] }, { ...place, path: pointer(place.path, 'else') }, holder)
  }

  /** Alternatives at an object: those told apart by the values of one field become rules, the others a choice. */
  private readBranches(schema: Json, place: ImportPlace, holder: Holder): void {
    const key = Array.isArray(schema.oneOf) ? 'oneOf' : 'anyOf'
    const parts = list(schema[key]).filter(isObject)
    if (parts.length === 0) return
    const demands = parts.map(demandOf)
    if (demands.every((names) => names !== null)) {
      this.requireOne(demands, pointer(place.path, key), holder)
      return
    }
    if (!parts.every((part) => isObject(part.properties) || typeof part.$ref === 'string' || isObject(part.then))) {
      if (isObject(schema.properties)) this.losses.lost(pointer(place.path, key), 'rule', schema[key])
      return
    }
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

  /** Sets of fields of which one must be answered: each is required while none of the others is. */
  private requireOne(sets: readonly string[][], path: string, holder: Holder): void {
    if (sets.some((names) => names.length !== 1)) this.losses.near(path, 'rule', sets)
    for (const [at, names] of sets.entries()) {
      const others = sets.flatMap((each, other) => (other === at ? [] : each)).filter((name) => !names.includes(name))
      const rules = others.map((name): VisualRule => ({ field: `${holder.prefix}${holder.names.known(name)}`, op: 'unanswered' }))
      if (rules.length === 0) this.demand(names, { path, ui: {}, open: [] }, holder)
      else this.require(names, { all: rules }, path, holder)
    }
  }

  /** What holds when the properties have the constants of a schema. */
  private ruleOf(schema: Json, holder: Holder, isStrict = false): VisualRule | null {
    if (Array.isArray(schema.allOf))
      return joined(
        'all',
        schema.allOf.map((part) => (isObject(part) ? this.ruleOf(part, holder, isStrict) : null)),
      )
    if (Array.isArray(schema.anyOf))
      return joined(
        'any',
        schema.anyOf.map((part) => (isObject(part) ? this.ruleOf(part, holder, isStrict) : null)),
      )
    if (isObject(schema.not)) {
      const inner = this.ruleOf(schema.not, holder, isStrict)
      return inner && { not: [inner] }
    }
    let isWhole = true
    const rules = (isObject(schema.properties) ? entriesOf(schema.properties) : []).flatMap(([name, value]): VisualRule[] => {
      const own = holder.names.known(name)
      const rule = isObject(value) && holder.properties[own] ? conditionOn(`${holder.prefix}${own}`, value) : null
      if (!rule) isWhole = false
      return rule ? [rule] : []
    })
    if (isStrict && !isWhole) return null
    for (const name of isStrict ? list(schema.required).map(String) : [])
      if (!isObject(schema.properties) || !(name in schema.properties)) {
        const own = holder.names.known(name)
        if (!holder.properties[own]) return null
        rules.push({ field: `${holder.prefix}${own}`, op: 'answered' })
      }
    return rules.length === 0 ? null : rules.length === 1 ? rules[0]! : { all: rules }
  }

  /** The fields of a schema, shown while a rule holds. Those that are there already only get its demands. */
  private addConditional(given: Json, rule: VisualRule, place: ImportPlace, holder: Holder): void {
    const { schema } = this.resolve(given, place)
    const cel = compileVisualRule(rule)
    if (cel === null) {
      this.losses.lost(place.path, 'rule', given)
      return
    }
    const before = new Set(Object.keys(holder.properties))
    const { properties, required } = schema
    const entries = isObject(properties) ? entriesOf(properties) : []
    const fresh: Json = {}
    for (const [name, value] of entries) {
      const own = holder.names.known(name)
      const text = textOfValue(value)
      const earlier = holder.conditional.get(own)
      if (!before.has(own)) fresh[name] = value
      else if (earlier === text) holder.properties[own] = shownAlso(holder.properties[own]!, cel)
      else if (earlier !== undefined && isObject(value) && isField(value)) {
        holder.names.anew(name, pointer(pointer(place.path, 'properties'), name), this.losses)
        fresh[name] = value
      } else if (!isObject(value) || (keysOf(value).length > 0 && !conditionOn('x', value)))
        // an empty schema says nothing
        this.losses.lost(pointer(pointer(place.path, 'properties'), name), 'rule', value)
    }
    const names = list(required).map(String)
    this.readObject(layered({ properties: fresh, required: names.filter((name) => name in fresh) }, schema), place, holder)
    for (const name of Object.keys(holder.properties))
      if (!before.has(name)) holder.properties[name] = shownWhile(holder.properties[name]!, cel)
    for (const [name, value] of entries) {
      const own = holder.names.known(name)
      if (name in fresh && holder.properties[own]) holder.conditional.set(own, textOfValue(value))
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

/** What holds when a field has the values of a schema; null when rules have no word for it. */
export function conditionOn(field: string, schema: Json): VisualRule | null {
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
  if (schema.minLength === 1 || schema.minItems === 1) return { field, op: 'answered' }
  if (isObject(schema.contains)) {
    const values = isLiteral(schema.contains.const) ? [schema.contains.const] : list(schema.contains.enum).filter(isLiteral)
    return values.length > 0 ? { field, op: 'includesAny', value: values } : null
  }
  return isObject(schema.not) ? negate(conditionOn(field, schema.not)) : null
}

/** A schema that only demands answers. */
function demandOf(schema: Json): string[] | null {
  const isDemand = Array.isArray(schema.required) && !['properties', '$ref', 'then', 'if'].some((key) => key in schema)
  return isDemand ? list(schema.required).map(String) : null
}

/** Whether a schema declares a field, and not only the values of one that is there. */
function isField(schema: Json): boolean {
  return keysOf(schema).some((key) => !['const', 'enum', 'not'].includes(key)) || list(schema.enum).length > 1
}

function shownAlso(field: FormField, cel: string): FormField {
  const own = field['x-visibleWhen']?.cel
  return own === undefined ? field : { ...field, 'x-visibleWhen': { cel: `(${own}) || (${cel})` } }
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
