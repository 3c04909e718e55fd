/** JSON Schema with a uiSchema (react-jsonschema-form) -> our form. References are put in their place; conditions on one field (`dependencies`,
 *  `if`, `oneOf`) become rules; what the kinds of field here have no word for is named in the report. */
import { pointer } from '../../../documents/failure.ts'
import type { FormField } from '../../../documents.ts'
import { Holder, type ImportedContent } from '../Holder.ts'
import type { ImportWords, Losses } from '../ImportReport.ts'
import { entriesOf } from '../Ledger.ts'
import { both, isObject, type Json, list, textOf } from '../reading.ts'
import { branches, RjsfConditions } from './RjsfConditions.ts'
import { RjsfFields } from './RjsfFields.ts'
import { RjsfLists } from './RjsfLists.ts'
import { type RjsfPlace, RjsfReferences, uiOf } from './RjsfReferences.ts'

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

class Reader {
  readonly losses: Losses
  readonly speak: ImportWords
  readonly references: RjsfReferences
  readonly fields: RjsfFields
  private readonly places: Map<string, string>
  private readonly conditions: RjsfConditions
  private readonly lists: RjsfLists
  constructor(root: Json, words: ImportWords, losses: Losses, places: Map<string, string>) {
    this.places = places
    this.speak = words
    this.losses = losses
    this.references = new RjsfReferences(root, losses)
    this.fields = new RjsfFields(losses)
    this.conditions = new RjsfConditions(this)
    this.lists = new RjsfLists(this)
  }

  read(schema: Json, ui: Json, path: string): ImportedContent {
    const holder = new Holder()
    const resolved = this.references.resolve(schema, { path, ui, open: [] })
    const intro = textOf(uiOf(ui, 'description') ?? resolved.schema.description)
    if (intro) holder.put(holder.names.free('introduction'), { 'x-widget': 'note', description: intro }, false)
    const title = textOf(ui['ui:title'] ?? resolved.schema.title) ?? both(this.speak('title'))
    if (isObject(resolved.schema.properties) || resolved.schema.type === 'object' || branches(resolved.schema))
      this.readObject(resolved.schema, resolved.place, holder)
    else this.addField('value', resolved.schema, resolved.place, holder, false)
    return { title, schema: { type: 'object', ...holder.content } }
  }

  readObject(schema: Json, place: RjsfPlace, holder: Holder): void {
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
    this.conditions.demand(
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
    this.conditions.readDependencies(schema, place, holder)
    this.conditions.readCondition(schema, place, holder)
    for (const [at, part] of list(schema.allOf).entries())
      if (isObject(part)) {
        const resolved = this.references.resolve(part, { ...place, path: `${place.path}/allOf/${at}` })
        this.readObject(resolved.schema, resolved.place, holder)
      }
    this.conditions.readBranches(schema, place, holder)
  }

  private below({ path, ui, open }: RjsfPlace, name: string): RjsfPlace {
    const inner = ui[name]
    return { path: pointer(pointer(path, 'properties'), name), ui: isObject(inner) ? inner : {}, open }
  }

  addField(name: string, given: Json, place: RjsfPlace, holder: Holder, isRequired: boolean): string | null {
    const { schema, place: at } = this.references.resolve(given, place)
    const own = holder.names.of(name, at.path, this.losses)
    this.places.set(at.path, `${holder.prefix}${own}`)
    const field = this.readField(schema, at, `${holder.prefix}${own}.`)
    if (!field) return null
    // the fields of a group say themselves what is required
    if (isRequired && field['x-widget'] === 'section') this.losses.aside(pointer(at.path, 'required'), 'rule', name)
    holder.put(own, { ...field, title: textOf(uiOf(at.ui, 'title') ?? schema.title) ?? { zh: name, en: name } }, isRequired)
    return own
  }

  private readField(schema: Json, place: RjsfPlace, prefix: string): FormField | null {
    const type = this.fields.typeOf(schema, place)
    const base: FormField = { ...this.fields.kept(schema, place), ...this.fields.words(schema, place) }
    if (type === 'null') {
      if (schema.title === undefined && schema.description === undefined) return null
      return { ...base, type: 'null', 'x-widget': 'section' }
    }
    if (type === 'object') return this.group(schema, place, base, prefix)
    if (type === 'array') return this.lists.array(schema, place, base)
    if (uiOf(place.ui, 'widget') === 'hidden') this.losses.near(place.path, 'control', 'hidden')
    const options = this.fields.optionsOf(schema, place)
    if (options) return { ...base, type, 'x-widget': this.fields.choiceWidget(place), 'x-options': options }
    if (type === 'boolean') return this.fields.boolean(schema, place, base)
    return type === 'string' ? this.fields.text(schema, place, base) : this.fields.number(type, place, base)
  }

  private group(schema: Json, place: RjsfPlace, base: FormField, prefix: string): FormField | null {
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
}
