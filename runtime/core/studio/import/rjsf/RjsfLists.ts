/** Schemas of lists -> choices of several, uploads, repeat groups; lists of fixed places -> groups. */
import { pointer } from '../../../documents/failure.ts'
import type { FormField } from '../../../documents.ts'
import { Holder } from '../Holder.ts'
import type { ImportWords, Losses } from '../ImportReport.ts'
import { layered } from '../Ledger.ts'
import { isObject, type Json, list } from '../reading.ts'
import type { RjsfFields } from './RjsfFields.ts'
import { type RjsfPlace, type RjsfReferences, uiOf } from './RjsfReferences.ts'

/** Reads the items of a list. */
interface RjsfReader {
  readonly losses: Losses
  readonly speak: ImportWords
  readonly references: RjsfReferences
  readonly fields: RjsfFields
  readObject(schema: Json, place: RjsfPlace, holder: Holder): void
  addField(name: string, given: Json, place: RjsfPlace, holder: Holder, isRequired: boolean): string | null
}

export class RjsfLists {
  private readonly reader: RjsfReader
  constructor(reader: RjsfReader) {
    this.reader = reader
  }

  array(schema: Json, place: RjsfPlace, base: FormField): FormField | null {
    const places = Array.isArray(schema.items) ? 'items' : Array.isArray(schema.prefixItems) ? 'prefixItems' : null
    if (places) return this.tuple(schema, places, place, base)
    if (schema.items !== undefined && !isObject(schema.items)) this.reader.losses.lost(pointer(place.path, 'items'), 'type', schema.items)
    const itemPlace = { ...place, path: pointer(place.path, 'items'), ui: isObject(place.ui.items) ? place.ui.items : {} }
    const { schema: items, place: at } = this.reader.references.resolve(
      isObject(schema.items) ? schema.items : { type: 'string' },
      itemPlace,
    )
    const type = this.reader.fields.typeOf(items, at)
    const options = this.reader.fields.optionsOf(items, at)
    if (options) {
      if (schema.uniqueItems !== true) this.reader.losses.near(place.path, 'choice', 'array of repeated values')
      const asked = uiOf(place.ui, 'widget')
      if (asked !== undefined && asked !== 'checkboxes' && asked !== 'select') this.reader.losses.near(place.path, 'control', asked)
      const widget = options.length > 12 || asked === 'select' ? 'multiSelect' : 'checkbox'
      return { ...base, type: 'array', 'x-widget': widget, items: { type }, uniqueItems: true, 'x-options': options }
    }
    if (type === 'string' && items.format === 'data-url') return this.reader.fields.files(place, base, true)
    const holder = new Holder('item.')
    if (type === 'object') this.reader.readObject(items, at, holder)
    else {
      this.reader.losses.near(place.path, 'type', `array of ${type}`)
      this.reader.addField('value', layered({ title: items.title ?? schema.title }, items), at, holder, true)
    }
    if (holder.isEmpty) {
      this.reader.losses.lost(place.path, 'type', schema)
      return null
    }
    const { default: preset, ...kept } = base
    if (preset !== undefined) this.reader.losses.lost(pointer(place.path, 'default'), 'value', preset)
    return { ...kept, ...holder.rows }
  }

  /** Places of a list that mean something each: a group, and a list for those behind. */
  private tuple(schema: Json, key: 'items' | 'prefixItems', place: RjsfPlace, base: FormField): FormField | null {
    const path = pointer(place.path, key)
    this.reader.losses.near(path, 'type', 'list of fixed places')
    const { minItems, maxItems, uniqueItems, default: preset, ...kept } = base
    for (const [name, value] of Object.entries({ minItems, maxItems, uniqueItems, default: preset }))
      if (value !== undefined) this.reader.losses.lost(pointer(place.path, name), 'value', value)
    const ui = list(place.ui.items)
    const holder = new Holder()
    const least = typeof minItems === 'number' ? minItems : 0
    for (const [at, item] of list(schema[key]).entries()) {
      const under: RjsfPlace = { path: pointer(path, at), ui: isObject(ui[at]) ? (ui[at] as Json) : {}, open: place.open }
      if (!isObject(item)) continue
      const title = item.title ?? this.reader.speak('place', { number: at + 1 })
      this.reader.addField(`place${at + 1}`, layered({ title }, item), under, holder, at < least)
    }
    const rest = key === 'items' ? schema.additionalItems : schema.items
    if (isObject(rest)) {
      const under: RjsfPlace = { path: pointer(place.path, key === 'items' ? 'additionalItems' : 'items'), ui: {}, open: place.open }
      this.reader.addField(
        'others',
        layered({ title: rest.title ?? this.reader.speak('other'), type: 'array', items: rest }),
        under,
        holder,
        false,
      )
    } else if (rest !== undefined && rest !== false) this.reader.losses.lost(pointer(place.path, 'additionalItems'), 'keyword', rest)
    return holder.isEmpty ? null : { ...kept, ...holder.section }
  }
}
