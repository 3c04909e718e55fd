/** The place of a document at which expressions are tried. */

import type { Session } from '../../runtime/core/contracts.ts'
import { pointer } from '../../runtime/core/documents/failure.ts'
import { scopeAt } from '../../runtime/core/documents/scopeAt.ts'
import { compileExpression, type ScopeType, type ScopeTypes } from '../../runtime/core/expressions/index.ts'
import { isRecord } from '../../runtime/core/isRecord.ts'
import { sessionFacts } from '../../runtime/core/permissions.ts'
import type { ServerDeps } from '../../runtime/server/serverContext.ts'
import { type FoundDocument, findDocument } from './findDocument.ts'

export interface Evaluated {
  type: string
  value: unknown
  /** Names that it reads and without a value. */
  missing?: string[]
}

const DEEPEST = 3

export function createPlace({ platform, names, clock }: ServerDeps) {
  let types: ScopeTypes | undefined
  return {
    /** The names that may be read there, with their types. @param path  JSON Pointer; without it the first expression of the document */
    scope(name: string, path?: string): Record<string, string> {
      const found = findDocument(platform(), name)
      const at = path ?? firstExpression(found.content, '') ?? ''
      const raw = { file: `document:${found.id}.${found.kind}@served`, text: JSON.stringify(found.content) }
      const scope = scopeAt(platform(), raw, at, names)
      if (scope === null) throw new Error(`No expression is read at ${placeOf(found, at)}: name the place of one`)
      types = scope
      return Object.fromEntries(Object.entries(scope).map(([key, type]) => [key, typeWords(type, 0)]))
    },
    /** @param values  of the names that it reads; `now` and the session of the last call are known */
    evaluate(source: string, values: Readonly<Record<string, unknown>>, session: Session): Evaluated {
      const compiled = compileExpression(source.replace(/^=/, ''), types)
      const scope = { now: clock().toISOString(), session: sessionFacts(session), ...values }
      const missing = [...new Set(compiled.references.map(([name]) => name!))].filter((name) => !Object.hasOwn(scope, name))
      return { type: typeWords(compiled.type, 0), value: compiled.evaluate(scope), ...(missing.length > 0 ? { missing } : {}) }
    },
  }
}

function placeOf({ kind, id }: FoundDocument, path: string): string {
  return `${path || '/'} of ${kind}:${id}`
}

/** Where the first expression stands. */
function firstExpression(value: unknown, path: string): string | undefined {
  if (isRecord(value) && typeof value.cel === 'string') return path
  const members = Array.isArray(value) || isRecord(value) ? Object.entries(value) : []
  for (const [key, member] of members) {
    const found = firstExpression(member, pointer(path, key))
    if (found !== undefined) return found
  }
  return undefined
}

function typeWords(type: ScopeType, depth: number): string {
  if (typeof type === 'string') return type === 'dyn' ? 'anything' : type
  if ('list' in type) return `list of ${typeWords(type.list, depth)}`
  if ('map' in type) return `map of ${typeWords(type.map, depth)}`
  if ('fields' in type) {
    if (depth === DEEPEST) return '{ ... }'
    return `{ ${Object.entries(type.fields)
      .map(([name, field]) => `${name}: ${typeWords(field, depth + 1)}`)
      .join(', ')} }`
  }
  const { plain, is } = type
  if (is.kind === 'id') return `id of ${is.of}`
  if (is.kind === 'codes') return `code of ${is.of}`
  return is.kind === 'literal' ? plain : is.kind
}
