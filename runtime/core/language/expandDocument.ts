/** Version 2 of the language as written -> its long form, which validation, the linker and everything behind them know. Walks the document along the
 *  meta-schema of its kind; where that says `x-short`, the named form is spelled out. A long form stays as it is. */

import { type Finding, pointer } from '../documents/failure.ts'
import { type Located, type MetaSchema, metaSchemas, resolveMeta } from '../documents/metaSchemas.ts'
import type { Kind } from '../documents.ts'
import { chooseBranch } from './chooseBranch.ts'
import { SourcePlaces } from './SourcePlaces.ts'
import { isObject, type Json } from './shortForm.ts'
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
  const walk = new Expander(kind, content)
  const long = walk.visit({ schema: metaSchemas[file] as MetaSchema, file }, content, '', '')
  return { content: long as Json, findings: walk.findings, places: walk.places }
}

class Expander {
  readonly kind: Kind
  readonly root: Json
  readonly findings: Finding[] = []
  readonly places: SourcePlaces

  constructor(kind: Kind, root: Json) {
    this.kind = kind
    this.root = root
    this.places = new SourcePlaces(root)
  }

  visit(reference: Located, written: unknown, path: string, key: string): unknown {
    const at = resolveMeta(reference)
    const { schema, file } = at
    let value = this.spellOut(at, written, path, key)
    for (const part of schema.allOf ?? []) if (part.if === undefined) value = this.visit({ schema: part, file }, value, path, key)
    if (schema.anyOf !== undefined) value = this.union(at, value, path, key)
    if (Array.isArray(value)) return this.items(at, value, path, key)
    return isObject(value) ? this.members(at, value, path) : value
  }

  union(at: Located, written: unknown, path: string, key: string): unknown {
    let value = written
    for (const schema of at.schema.anyOf ?? []) value = this.spellOut(resolveMeta({ schema, file: at.file }), value, path, key)
    const branch = chooseBranch(at, value)
    return branch === undefined ? value : this.visit(branch, value, path, key)
  }

  spellOut({ schema }: Located, value: unknown, path: string, key: string): unknown {
    for (const name of [schema['x-short'] ?? []].flat()) {
      const expansion = shortForms[name]?.expand(value, { kind: this.kind, root: this.root, key })
      if (expansion === undefined) continue
      const from = this.places.sourceOf(path)
      for (const mistake of expansion.mistakes ?? []) this.findings.push({ code: 'VALUE', ...mistake, path: `${from}${mistake.path}` })
      for (const move of expansion.moves ?? []) this.places.move(`${path}${move.to}`, `${from}${move.from}`)
      return expansion.value
    }
    return value
  }

  items({ schema, file }: Located, list: readonly unknown[], path: string, key: string): unknown {
    const { items } = schema
    if (items === undefined) return list
    return changed(list, (item, index) => this.visit({ schema: items, file }, item, pointer(path, index), key))
  }

  members({ schema, file }: Located, object: Json, path: string): unknown {
    const result: Json = {}
    let isSame = true
    for (const [key, item] of Object.entries(object)) {
      const named = schema.properties !== undefined && Object.hasOwn(schema.properties, key) ? schema.properties[key] : undefined
      const inner = named ?? (isObject(schema.additionalProperties) ? (schema.additionalProperties as MetaSchema) : undefined)
      result[key] = inner === undefined ? item : this.visit({ schema: inner, file }, item, pointer(path, key), key)
      isSame &&= result[key] === item
    }
    return isSame ? object : result
  }
}

function changed(list: readonly unknown[], change: (item: unknown, index: number) => unknown): readonly unknown[] {
  const result = list.map(change)
  return result.every((item, index) => item === list[index]) ? list : result
}
