/** What a schema makes depend on answers - `dependencies`, `if`, alternatives - -> rules of our fields. */
import { pointer } from '../../../documents/failure.ts'
import type { FormField } from '../../../documents.ts'
import { compileVisualRule, type VisualRule } from '../../visualRule.ts'
import { type Holder, shownWhile } from '../Holder.ts'
import type { ImportWords, Losses } from '../ImportReport.ts'
import { entriesOf, keysOf, layered, textOfValue } from '../Ledger.ts'
import { both, isObject, type Json, list, objectsOf, textOf } from '../reading.ts'
import { conditionOn, ruleFrom } from './conditionOn.ts'
import type { RjsfPlace, RjsfReferences } from './RjsfReferences.ts'

/** Reads the fields that a condition shows. */
interface RjsfReader {
  readonly losses: Losses
  readonly speak: ImportWords
  readonly references: RjsfReferences
  readObject(schema: Json, place: RjsfPlace, holder: Holder): void
}

export class RjsfConditions {
  private readonly reader: RjsfReader
  constructor(reader: RjsfReader) {
    this.reader = reader
  }

  demand(names: readonly string[], place: RjsfPlace, holder: Holder): void {
    for (const name of names) {
      const own = holder.names.known(name)
      const field = holder.properties[own]
      if (field) holder.put(own, field, true)
      else this.reader.losses.lost(pointer(place.path, 'required'), 'rule', name)
    }
  }

  /** `dependencies`: an answer asks for others, or shows more fields. */
  readDependencies(schema: Json, place: RjsfPlace, holder: Holder): void {
    for (const key of ['dependencies', 'dependentRequired', 'dependentSchemas'])
      for (const [name, what] of isObject(schema[key]) ? entriesOf(schema[key]) : []) {
        const path = pointer(pointer(place.path, key), name)
        const rule: VisualRule = { field: `${holder.prefix}${holder.names.known(name)}`, op: 'answered' }
        if (Array.isArray(what)) this.require(what.map(String), rule, path, holder)
        else if (isObject(what))
          this.addConditional(this.reader.references.resolve(what, { ...place, path }).schema, rule, { ...place, path }, holder)
        else this.reader.losses.lost(path, 'rule', what)
      }
  }

  /** `if` / `then` / `else`. */
  readCondition(schema: Json, place: RjsfPlace, holder: Holder): void {
    if (!isObject(schema.if)) return
    const rule = ruleFrom(schema.if, holder, true)
    const path = pointer(place.path, 'if')
    if (!rule) {
      this.reader.losses.lost(path, 'rule', schema.if)
      return
    }
    if (isObject(schema.then)) this.addConditional(schema.then, rule, { ...place, path: pointer(place.path, 'then') }, holder)
    if (isObject(schema.else)) this.addConditional(schema.else, { not: [rule] }, { ...place, path: pointer(place.path, 'else') }, holder)
  }

  /** Alternatives at an object: those distinguished by the values of one field become rules, the others a choice. */
  readBranches(schema: Json, place: RjsfPlace, holder: Holder): void {
    const key = Array.isArray(schema.oneOf) ? 'oneOf' : 'anyOf'
    const placed = objectsOf(schema[key])
    const parts = placed.map(([, part]) => part)
    if (parts.length === 0) return
    const demands = parts.map(demandOf)
    if (demands.every((names) => names !== null)) {
      this.requireOne(demands, pointer(place.path, key), holder)
      return
    }
    if (!parts.every((part) => isObject(part.properties) || typeof part.$ref === 'string' || isObject(part.then))) {
      if (isObject(schema.properties)) this.reader.losses.lost(pointer(place.path, key), 'rule', schema[key])
      return
    }
    const resolved = placed.map(([at, part]) => this.reader.references.resolve(part, { ...place, path: `${place.path}/${key}/${at}` }))
    const rules = resolved.map(({ schema: part }) => ruleFrom(part, holder))
    if (rules.every((rule) => rule !== null)) {
      for (const [at, { schema: part, place: where }] of resolved.entries()) this.addConditional(part, rules[at]!, where, holder)
      return
    }
    const name = holder.names.free('choice')
    this.reader.losses.near(pointer(place.path, key), 'choice', `${parts.length}`)
    const label = (part: Json, at: number) => textOf(part.title) ?? both(this.reader.speak('option', { number: at + 1 }))
    const options = resolved.map(({ schema: part }, at) => ({ value: `option${at + 1}`, label: label(part, at) }))
    holder.properties[name] = { type: 'string', title: both(this.reader.speak('choose')), 'x-widget': 'radio', 'x-options': options }
    for (const [at, { schema: part, place: where }] of resolved.entries())
      this.addConditional(part, { field: `${holder.prefix}${name}`, op: 'equals', value: `option${at + 1}` }, where, holder)
  }

  /** Sets of fields of which one must be answered: each is required while none of the others is. */
  private requireOne(sets: readonly string[][], path: string, holder: Holder): void {
    if (sets.some((names) => names.length !== 1)) this.reader.losses.near(path, 'rule', sets)
    for (const [at, names] of sets.entries()) {
      const others = sets.flatMap((each, other) => (other === at ? [] : each)).filter((name) => !names.includes(name))
      const rules = others.map((name): VisualRule => ({ field: `${holder.prefix}${holder.names.known(name)}`, op: 'unanswered' }))
      if (rules.length === 0) this.demand(names, { path, ui: {}, open: [] }, holder)
      else this.require(names, { all: rules }, path, holder)
    }
  }

  /** The fields of a schema, shown while a rule holds. Those that are there already only get its demands. */
  private addConditional(given: Json, rule: VisualRule, place: RjsfPlace, holder: Holder): void {
    const { schema } = this.reader.references.resolve(given, place)
    const cel = compileVisualRule(rule)
    if (cel === null) {
      this.reader.losses.lost(place.path, 'rule', given)
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
        holder.names.anew(name, pointer(pointer(place.path, 'properties'), name), this.reader.losses)
        fresh[name] = value
      } else if (!isObject(value) || (keysOf(value).length > 0 && !conditionOn('x', value)))
        // an empty schema says nothing
        this.reader.losses.lost(pointer(pointer(place.path, 'properties'), name), 'rule', value)
    }
    const names = list(required).map(String)
    this.reader.readObject(layered({ properties: fresh, required: names.filter((name) => name in fresh) }, schema), place, holder)
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
      if (!field || cel === null) this.reader.losses.lost(path, 'rule', name)
      else if (!holder.required.includes(own)) {
        const before = field['x-requiredWhen']?.cel
        holder.properties[own] = { ...field, 'x-requiredWhen': { cel: before === undefined ? cel : `(${before}) || (${cel})` } }
      }
    }
  }
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

export function branches(schema: Json): boolean {
  return ['allOf', 'oneOf', 'anyOf'].some((key) =>
    list(schema[key]).some((part) => isObject(part) && (isObject(part.properties) || typeof part.$ref === 'string' || isObject(part.then))),
  )
}
