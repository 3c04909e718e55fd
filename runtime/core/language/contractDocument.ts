/** A document in the long form -> the same in the shortest one: what the printer writes. The inverse of `expandDocument`. */

import { type Located, type MetaSchema, metaSchemas, resolveMeta } from '../documents/metaSchemas.ts'
import type { Kind } from '../documents.ts'
import { isRecord } from '../isRecord.ts'
import { chooseBranch } from './chooseBranch.ts'
import type { Json } from './shortForm.ts'
import { shortForms } from './shortForms.ts'

/** @param content a valid document in the long form. @returns the document without what its path says (`$schema`, `id`, `version`), in short forms */
export function contractDocument(kind: Kind, content: Json): Json {
  const file = `${kind}.schema.json`
  const { $schema: _, id: __, version: ___, ...rest } = content
  return new Contractor(rest).visit({ schema: metaSchemas[file] as MetaSchema, file }, rest) as Json
}

class Contractor {
  readonly root: Json

  constructor(root: Json) {
    this.root = root
  }

  visit(reference: Located, long: unknown): unknown {
    const at = resolveMeta(reference)
    const { schema, file } = at
    let short = long
    for (const part of schema.allOf ?? []) if (part.if === undefined && short === long) short = this.visit({ schema: part, file }, long)
    if (schema.anyOf !== undefined && short === long) {
      const branch = chooseBranch(at, long)
      if (branch !== undefined) short = this.visit(branch, long)
    }
    if (short === long) short = this.parts(at, long)
    for (const name of [schema['x-short'] ?? []].flat()) {
      const next = shortForms[name]?.contract(long, short, { root: this.root })
      if (next !== undefined) short = next
      if (typeof short !== typeof long || Array.isArray(short) !== Array.isArray(long)) return short
    }
    return short
  }

  parts({ schema, file }: Located, long: unknown): unknown {
    const { items, properties, additionalProperties } = schema
    if (Array.isArray(long)) return items === undefined ? long : long.map((item) => this.visit({ schema: items, file }, item))
    if (!isRecord(long)) return long
    const result: Json = {}
    for (const [name, item] of Object.entries(long)) {
      const named = properties !== undefined && Object.hasOwn(properties, name) ? properties[name] : undefined
      const inner = named ?? (isRecord(additionalProperties) ? (additionalProperties as MetaSchema) : undefined)
      result[name] = inner === undefined ? item : this.visit({ schema: inner, file }, item)
    }
    return result
  }
}
