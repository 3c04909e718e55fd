/** Ids that a release gave to documents anew: what was stored before it names the old ones. A list of a release says which (`plugins/migrations/renames.json`).
 *  The server brings stored documents to the new ids whenever it reads them, so that a version that others are pinned to keeps its hash. */
import type { Kind } from '../documents.ts'
import { isRecord } from '../isRecord.ts'
import { pointer } from './failure.ts'
import { validateDocument } from './validateDocument.ts'

/** What is renamed: documents by their kind, and handlers, which calls and the app document name. */
export type Renamed = Kind | 'handler'

/** Kind -> old id -> new id; null where nothing took its place. */
export type Renames = { readonly [K in Renamed]?: Readonly<Record<string, string | null>> }

/** No list of a release renames more often than this; a circle ends. */
const MAX_STEPS = 20

/** The id of today. An id that was never renamed, or that nothing took the place of, stays. */
export function idOfToday(renames: Renames, kind: Renamed, id: string): string {
  let today = id
  for (let step = 0; step < MAX_STEPS; step++) {
    const next = Object.hasOwn(renames[kind] ?? {}, today) ? renames[kind]![today] : null
    if (!next) return today
    today = next
  }
  return today
}

/** Old and new ids of a kind, through all releases; those that nothing took the place of are left out. */
export function renamedOf(renames: Renames, kind: Renamed): [from: string, to: string][] {
  return Object.keys(renames[kind] ?? {}).flatMap((from): [string, string][] => {
    const to = idOfToday(renames, kind, from)
    return to === from ? [] : [[from, to]]
  })
}

/** @param content  in the long form @returns the content with the ids of today, the same object when it names none of the old ones */
export function renameIds(renames: Renames, kind: Kind, content: object): object {
  if (!mayName(renames, JSON.stringify(content))) return content
  const { marks } = validateDocument(kind, content, new Map())
  const today = new Map<string, string>()
  for (const { mark, of, path, value } of marks) {
    const renamed = mark === 'ref' ? (of as Kind) : mark === 'name' && of === 'handlers' ? 'handler' : null
    if (renamed !== null && typeof value === 'string') today.set(path, idOfToday(renames, renamed, value))
  }
  const renamed = walk(content, '', { renames, today }) as Record<string, unknown>
  return typeof renamed.id === 'string' ? { ...renamed, id: idOfToday(renames, kind, renamed.id) } : renamed
}

function mayName(renames: Renames, text: string): boolean {
  return Object.values(renames).some((ids) => Object.keys(ids).some((id) => text.includes(id)))
}

interface Walked {
  renames: Renames
  /** Place -> id that stands there from now on. */
  today: ReadonlyMap<string, string>
}

function walk(value: unknown, path: string, walked: Walked): unknown {
  if (typeof value === 'string') return walked.today.get(path) ?? withRows(value, walked.renames)
  if (Array.isArray(value)) return value.map((member, index) => walk(member, pointer(path, index), walked))
  if (!isRecord(value)) return value
  const entries = Object.entries(value).map(([key, member]) => [
    key,
    key === 'refresh' ? refreshed(member, walked.renames) : walk(member, pointer(path, key), walked),
  ])
  return Object.fromEntries(entries)
}

/** A refresh names sources of its page, or tables by their ids: a name has no dot. */
function refreshed(names: unknown, renames: Renames): unknown {
  return Array.isArray(names) ? names.map((name) => (typeof name === 'string' ? idOfToday(renames, 'table', name) : name)) : names
}

/** Expressions name entities by `rows('area.entity')`. */
const ROWS = /\brows\((['"])([\w.-]+)\1\)/g

function withRows(text: string, renames: Renames): string {
  return text.includes('rows(')
    ? text.replace(ROWS, (_, quote: string, id: string) => `rows(${quote}${idOfToday(renames, 'entity', id)}${quote})`)
    : text
}
