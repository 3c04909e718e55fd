import { KINDS } from '../../runtime/core/documents/parseDocument.ts'
import { suggest } from '../../runtime/core/documents/suggest.ts'
import type { DocumentBase, Kind } from '../../runtime/core/documents.ts'
import type { Platform } from '../../runtime/core/platform.ts'

export interface FoundDocument {
  kind: Kind
  id: string
  content: DocumentBase
}

/** @param name  `page:competition.details`, or an id that one kind alone has  @throws Error with what is near, or the kinds to choose from */
export function findDocument({ documents }: Platform, name: string): FoundDocument {
  const [, only, id = name] = /^(\w+):(.+)$/.exec(name) ?? []
  const kinds = KINDS.filter((kind) => (only === undefined || only === kind) && documents[kind].has(id))
  if (kinds.length > 1) throw new Error(`"${id}" is of several kinds: ${kinds.map((kind) => `${kind}:${id}`).join(', ')}`)
  const [kind] = kinds
  if (kind === undefined) {
    const known = KINDS.filter((each) => only === undefined || only === each).flatMap((each) => [...documents[each].keys()])
    throw new Error(`There is no document "${name}": ${suggest(id, new Set(sameArea(id, known)))}`)
  }
  return { kind, id, content: documents[kind].get(id) as DocumentBase }
}

/** Ids of the area that one names; all where no area is called so. */
export function sameArea(id: string, ids: readonly string[]): readonly string[] {
  const area = `${id.split('.')[0]}.`
  const own = ids.filter((each) => each.startsWith(area))
  return own.length > 0 ? own : ids
}
