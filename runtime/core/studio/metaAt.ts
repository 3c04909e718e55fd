/** What the meta-schema of a kind says of a place in a document: the keys that may be there, and the values. For editors that complete. */
import { type Located, type MetaSchema, metaSchemas, resolveMeta } from '../documents/metaSchemas.ts'
import type { KeywordDocument, Kind, Text } from '../documents.ts'

export interface MetaHint {
  name: string
  /** English of the meta-schema, or the text of a keyword's document. */
  description: Text
}

/** @param steps  of the JSON Pointer of an object */
export function keysAt(kind: Kind, steps: readonly string[], keywords: readonly KeywordDocument[] = []): MetaHint[] {
  const hints = new Map<string, Text>()
  for (const { schema, file } of schemasAt(kind, steps)) {
    for (const [name, property] of Object.entries(schema.properties ?? {}))
      hints.set(name, property.description ?? resolveMeta({ schema: property, file }).schema.description ?? '')
    if (schema['x-keywords']) for (const { keyword, help, title } of keywords) hints.set(keyword, help ?? title)
  }
  return [...hints].map(([name, description]) => ({ name, description }))
}

/** Values that the place may have, where there is a closed list of them. */
export function valuesAt(kind: Kind, steps: readonly string[]): unknown[] {
  const found = schemasAt(kind, steps).flatMap(({ schema }) => {
    if (schema.enum !== undefined) return schema.enum
    if (schema.const !== undefined) return [schema.const]
    return schema.type === 'boolean' ? [true, false] : []
  })
  return [...new Set(found)]
}

function schemasAt(kind: Kind, steps: readonly string[]): Located[] {
  const file = `${kind}.schema.json`
  let places = branches({ schema: metaSchemas[file] as MetaSchema, file })
  for (const step of steps) places = places.flatMap((place) => within(place, step)).flatMap(branches)
  return places
}

function within({ schema, file }: Located, step: string): Located[] {
  const property = schema.properties !== undefined && Object.hasOwn(schema.properties, step) ? schema.properties[step] : undefined
  if (property) return [{ schema: property, file }]
  if (schema.items && /^\d+$/.test(step)) return [{ schema: schema.items, file }]
  return typeof schema.additionalProperties === 'object' ? [{ schema: schema.additionalProperties, file }] : []
}

/** A schema and what it is made from. */
function branches(at: Located): Located[] {
  const { schema, file } = resolveMeta(at)
  const parts = [...(schema.anyOf ?? []), ...(schema.allOf ?? [])]
  return [{ schema, file }, ...parts.flatMap((part) => branches({ schema: part, file }))]
}
