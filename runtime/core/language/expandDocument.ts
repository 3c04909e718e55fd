/** A document as written -> its long form, which validation, the linker and everything behind them know. Walks the document along the
 *  meta-schema of its kind; where that says `x-short`, the named form is spelled out. A long form stays as it is. */

import { type Finding, pointer } from '../documents/failure.ts'
import { type Located, type MetaSchema, metaSchemas, resolveMeta } from '../documents/metaSchemas.ts'
import type { Kind } from '../documents.ts'
import { isRecord } from '../isRecord.ts'
import { chooseBranch } from './chooseBranch.ts'
import { SourcePlaces } from './SourcePlaces.ts'
import type { Json } from './shortForm.ts'
import { shortForms } from './shortForms.ts'

export interface Expanded {
  content: Json
  /** Mistakes inside short forms; paths are those of what was written. */
  findings: Finding[]
  places: SourcePlaces
}

/** @param content a document of the current version; `$schema`, `id` and `version` follow from the path where they are not written */
export function expandDocument(kind: Kind, content: Json): Expanded {
  const file = `${kind}.schema.json`
  const walk = new Expander(content)
  const long = walk.visit({ schema: metaSchemas[file] as MetaSchema, file }, content, '')
  return { content: long as Json, findings: walk.findings, places: walk.places }
}

class Expander {
  readonly root: Json
  readonly findings: Finding[] = []
  readonly places: SourcePlaces

  constructor(root: Json) {
    this.root = root
    this.places = new SourcePlaces(root)
  }

  visit(reference: Located, written: unknown, path: string): unknown {
    const at = resolveMeta(reference)
    const { schema, file } = at
    let value = this.spellOut(at, written, path)
    for (const part of schema.allOf ?? []) if (part.if === undefined) value = this.visit({ schema: part, file }, value, path)
    if (schema.anyOf !== undefined) value = this.union(at, value, path)
    if (Array.isArray(value)) return this.items(at, value, path)
    return isRecord(value) ? this.members(at, value, path) : value
  }

  union(at: Located, written: unknown, path: string): unknown {
    let value = written
    for (const schema of at.schema.anyOf ?? []) value = this.spellOut(resolveMeta({ schema, file: at.file }), value, path)
    const branch = chooseBranch(at, value)
    return branch === undefined ? value : this.visit(branch, value, path)
  }

  spellOut({ schema }: Located, value: unknown, path: string): unknown {
    for (const name of [schema['x-short'] ?? []].flat()) {
      const expansion = shortForms[name]?.expand(value, { root: this.root })
      if (expansion === undefined) continue
      const from = this.places.sourceOf(path)
      for (const mistake of expansion.mistakes ?? []) this.findings.push({ code: 'VALUE', ...mistake, path: `${from}${mistake.path}` })
      for (const move of expansion.moves ?? []) this.places.move(`${path}${move.to}`, `${from}${move.from}`)
      return expansion.value
    }
    return value
  }

  items({ schema, file }: Located, list: readonly unknown[], path: string): unknown {
    const { items } = schema
    if (items === undefined) return list
    return changed(list, (item, index) => this.visit({ schema: items, file }, item, pointer(path, index)))
  }

  members({ schema, file }: Located, object: Json, path: string): unknown {
    // most objects stay as they are: the first change makes a copy
    let result = object
    for (const key of Object.keys(object)) {
      const item = object[key]
      const named = schema.properties !== undefined && Object.hasOwn(schema.properties, key) ? schema.properties[key] : undefined
      const inner = named ?? (isRecord(schema.additionalProperties) ? (schema.additionalProperties as MetaSchema) : undefined)
      if (inner === undefined) continue
      const value = this.visit({ schema: inner, file }, item, pointer(path, key))
      if (value === item) continue
      if (result === object) result = { ...object }
      result[key] = value
    }
    return result
  }
}

function changed(list: readonly unknown[], change: (item: unknown, index: number) => unknown): readonly unknown[] {
  const result = list.map(change)
  return result.every((item, index) => item === list[index]) ? list : result
}
