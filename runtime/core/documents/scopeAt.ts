/** The names that a condition at a place of a document may read, with their types: what the linker knows there. */
import type { Kind } from '../documents.ts'
import { joinTypes, type ScopeTypes } from '../expressions/types.ts'
import type { Names, Platform, RawDocument } from '../platform.ts'
import type { DocumentIndex, LinkedDocument } from './documentIndex.ts'
import { linkWatched } from './linkDocuments.ts'
import type { Watch } from './linker.ts'
import { parseDocument } from './parseDocument.ts'
import { referencesOf } from './references.ts'
import { amongOthers } from './validateStored.ts'

/** What the linker knows at a place of a document: in every page that shows it. Null: nothing yet, as where the document itself is broken.
 *  @param place  JSON Pointer in the content of `raw` */
export function scopeAt(platform: Platform, raw: RawDocument, place: string, names: Names): ScopeTypes | null {
  const parsed = parseDocument(raw)
  if ('failures' in parsed) return null
  const { document } = parsed
  const { shaped, index } = amongOthers(platform, document, [])
  const seen = new Map<string, ScopeTypes>()
  const watch: Watch = ({ document: { kind, id }, path, scope }) => {
    if (kind !== document.kind || id !== document.id) return
    const before = seen.get(path)
    seen.set(path, before ? inBoth(before, scope) : scope)
  }
  linkWatched({ index, texts: platform.texts, names, watch }, shownBy(platform, shaped, index), shaped)
  for (let path = place; ; path = path.slice(0, path.lastIndexOf('/'))) {
    const scope = seen.get(path)
    if (scope || path === '') return scope ?? null
  }
}

/** Documents that are linked to come by the places of one: itself, or the pages and frames that show it. */
function shownBy(platform: Platform, document: LinkedDocument, index: DocumentIndex): readonly LinkedDocument[] {
  const references = referencesOf(platform).filter(({ to: { kind } }) => SHOWN.has(kind))
  const found = new Set([`${document.kind} ${document.id}`])
  // sets are gone over with what is added meanwhile
  for (const name of found)
    for (const { from, to } of references)
      if (`${to.kind} ${to.id}` === name && SHOWING.has(from.kind)) found.add(`${from.kind} ${from.id}`)
  const all = [...found].map((name) => name.split(' ') as [Kind, string]).filter(([kind]) => !SHOWN.has(kind))
  return all.slice(0, MAX_PAGES).flatMap(([kind, id]) => index.find(kind, id) ?? [])
}

const SHOWN: ReadonlySet<Kind> = new Set(['fragment', 'table', 'action'])
const SHOWING: ReadonlySet<Kind> = new Set([...SHOWN, 'page', 'app', 'menu'])
/** Pages of which the scope is taken: a fragment of many has little that is in all of them. */
const MAX_PAGES = 12

/** Names that both know. */
function inBoth(one: ScopeTypes, other: ScopeTypes): ScopeTypes {
  const names = Object.keys(one).filter((name) => Object.hasOwn(other, name))
  return Object.fromEntries(names.map((name) => [name, joinTypes(one[name]!, other[name]!)]))
}
