/** What a panel asks at any place of a document of any kind: the keys that the meta-schema allows there, as plain schemas with the editor that fits each. */
import { type Located, type MetaSchema, metaSchemas, resolveMeta } from '../documents/metaSchemas.ts'
import type { Kind } from '../documents.ts'
import type { Lang } from '../platform.ts'
import { describeKey, type PanelKey } from './panelSchema.ts'

/** Keys that the place of the document decides. */
const GIVEN: ReadonlySet<string> = new Set(['$schema', 'id', 'version'])

/** @param steps of the JSON Pointer of an object in `content`; none: the document itself. Empty for a place that is no object of declared keys. */
export function panelAt(kind: Kind, content: unknown, steps: readonly string[]): PanelKey[] {
  const file = `${kind}.schema.json`
  let places: Located[] = [{ schema: metaSchemas[file] as MetaSchema, file }]
  let value = content
  for (const step of ['', ...steps]) {
    if (step !== '') {
      places = places.flatMap((place) => within(place, step))
      value = (value as Record<string, unknown> | undefined)?.[step]
    }
    places = places.flatMap((place) => chosen(place, value))
  }
  const properties = new Map<string, Located>()
  const saysWhich = new Set<string>()
  for (const { schema, file: of } of places)
    for (const [key, property] of Object.entries(schema.properties ?? {})) {
      properties.set(key, { schema: property, file: of })
      // A constant that must be there tells one shape from the others: who wants another shape writes another part.
      if (property.const !== undefined && property.const !== true && schema.required?.includes(key)) saysWhich.add(key)
    }
  return [...properties]
    .filter(([key]) => (steps.length > 0 || !GIVEN.has(key)) && !saysWhich.has(key))
    .map(([key, at]) => describeKey(key, at.schema, at.file))
}

function within({ schema, file }: Located, step: string): Located[] {
  const property = schema.properties?.[step]
  if (property) return [{ schema: property, file }]
  if (schema.items && /^\d+$/.test(step)) return [{ schema: schema.items, file }]
  return typeof schema.additionalProperties === 'object' ? [{ schema: schema.additionalProperties, file }] : []
}

/** Of several schemas the one that the value has, by a constant (`node`) or by its keys. */
function chosen(at: Located, value: unknown): Located[] {
  const { schema, file } = resolveMeta(at)
  const [all, any] = [schema.allOf ?? [], schema.anyOf ?? []].map((parts) =>
    parts.map((part) => resolveMeta({ schema: part, file })).filter((part) => hasConstants(part.schema, value)),
  )
  return [{ schema, file }, ...[...all!, ...nearest(any!, value)].flatMap((part) => chosen(part, value))]
}

/** Whether an object has the constants of a schema; one that may be absent may be. */
function hasConstants({ properties = {}, required = [] }: MetaSchema, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true
  const given = value as Record<string, unknown>
  return Object.entries(properties).every(
    ([key, { const: constant }]) => constant === undefined || given[key] === constant || (!(key in given) && !required.includes(key)),
  )
}

/** The schemas that an object comes nearest to: fewest keys that it must not have, then fewest that it lacks. One that was cleared is lacking, and its control
 *  must stay. */
function nearest(parts: readonly Located[], value: unknown): Located[] {
  if (typeof value !== 'object' || value === null) return [...parts]
  const objects = parts.filter(({ schema: { type } }) => type === undefined || type === 'object')
  const distances = objects.map(({ schema }) => distanceOf(schema, Object.keys(value)))
  const least = Math.min(...distances)
  return objects.filter((_, at) => distances[at] === least)
}

/** More than any schema requires. */
const FOREIGN = 100

function distanceOf({ properties = {}, required = [], additionalProperties }: MetaSchema, keys: readonly string[]): number {
  const foreign = additionalProperties === false ? keys.filter((key) => !(key in properties)).length : 0
  return foreign * FOREIGN + required.filter((key) => !keys.includes(key)).length
}

/** Objects of a document that have keys to set, as an outline: a node, a column, an item of a menu. */
/** @param nameOf  names a kind of node or step */
export function outlineOf(content: unknown, lang: Lang, nameOf: (node: string) => string = String): DocumentPart[] {
  const found: DocumentPart[] = []
  visit(content, [], 0, (path, part, depth) => found.push({ path, label: labelOf(part, path, lang, nameOf), depth }))
  return found
}

export interface DocumentPart {
  path: string[]
  label: string
  depth: number
}

const NAMES = ['node', 'label', 'title', 'field', 'call', 'id', 'code', 'name', 'toast', 'do'] as const

type Take = (path: string[], part: Record<string, unknown>, depth: number) => void

function visit(value: unknown, path: string[], depth: number, take: Take): void {
  if (typeof value !== 'object' || value === null) return
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) visit(item, [...path, String(index)], depth, take)
    return
  }
  const part = value as Record<string, unknown>
  if ('cel' in part || ('zh' in part && 'en' in part)) return
  const isPart = path.length === 0 || /^\d+$/.test(path.at(-1)!)
  if (isPart) take(path, part, depth)
  for (const [key, member] of Object.entries(part)) visit(member, [...path, key], depth + (isPart ? 1 : 0), take)
}

function labelOf(part: Record<string, unknown>, path: readonly string[], lang: Lang, nameOf: (node: string) => string): string {
  const words = NAMES.flatMap((name) => {
    const value = part[name]
    if (typeof value === 'string') return [name === 'node' ? nameOf(value) : value]
    return typeof value === 'object' && value !== null && lang in value ? [String((value as Record<Lang, unknown>)[lang])] : []
  })
  return words.slice(0, 2).join(' · ') || path.slice(-2).join('/') || '/'
}
