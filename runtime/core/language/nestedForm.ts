/** A document written where it would be named: `"table": { "as": "bookings", "columns": [...] }` stands for the document `<area>.bookings` of the kind table, and for
 *  its id at this place. Linker, server and studio see it as any other; a mistake in it is reported where it is written. */
import { pointer } from '../documents/failure.ts'
import type { Kind } from '../documents.ts'
import { isRecord } from '../isRecord.ts'
import { SourcePlaces } from './SourcePlaces.ts'
import type { Json } from './shortForm.ts'

/** Key of the place -> kind of the document. */
const KIND_AT = { table: 'table', form: 'form', dialog: 'form', enum: 'enum', template: 'template' } as const satisfies Record<string, Kind>

/** Kinds that may be written in place. */
export const NESTED_KINDS: ReadonlySet<string> = new Set(Object.values(KIND_AT))

/** A document that another one stands for. */
export interface MadeDocument {
  kind: Kind
  id: string
  content: Json
  /** Its places -> those of the document that was written. */
  places: SourcePlaces
}

interface Taken {
  content: Json
  made: readonly MadeDocument[]
}

const takenBefore = new WeakMap<object, Taken>()

/** The document with ids in place of what is nested, and what was nested, at any depth; the same objects for the same document.
 *  @param id  of the document: its area is that of the nested ones */
export function takeNested(id: string, written: Json): Taken {
  const known = takenBefore.get(written)
  if (known !== undefined) return known
  const area = id.slice(0, id.indexOf('.'))
  const made: MadeDocument[] = []
  const take = (content: Json, around: Way): Json =>
    mapNested(content, around, ({ kind, as, content: nested, way }) => {
      const places = new SourcePlaces(written)
      places.move('', way.reduce<string>(pointer, ''))
      const own = { kind, id: `${area}.${as}`, places }
      made.push({ ...own, content: take(nested, way) })
      return own.id
    })
  const taken = { content: take(written, []), made }
  takenBefore.set(written, taken)
  return taken
}

/** Keys from the document to a place. Texts of them would be made for every place of all documents, and asked for at a hundred. */
type Way = readonly (string | number)[]

/** A document in its place. */
interface Nested {
  kind: Kind
  as: string
  content: Json
  way: Way
}

/** The content with another value in place of each outermost nested document; the same object where there is none. */
function mapNested(content: Json, around: Way, change: (nested: Nested) => unknown): Json {
  const way = [...around]
  const visit = (value: unknown, key: string | number): unknown => {
    if (typeof value !== 'object' || value === null) return value
    way.push(key)
    const mapped = Array.isArray(value) ? mapItems(value) : mapObject(value as Json, key)
    way.pop()
    return mapped
  }
  const mapObject = (object: Json, key: string | number): unknown => {
    if (typeof object.as !== 'string' || !isPlace(key)) return mapMembers(object)
    const { as, ...rest } = object
    return change({ kind: KIND_AT[key], as: as as string, content: rest, way: [...way] })
  }
  const mapItems = (items: readonly unknown[]): readonly unknown[] => {
    const mapped = items.map(visit)
    return mapped.every((item, index) => item === items[index]) ? items : mapped
  }
  const mapMembers = (object: Json): Json => {
    let result = object
    for (const key of Object.keys(object)) {
      const member = visit(object[key], key)
      if (member === object[key]) continue
      if (result === object) result = { ...object }
      result[key] = member
    }
    return result
  }
  return mapMembers(content)
}

/** @param path  JSON Pointer of a value @returns the kind of the document that may be written there */
export function nestedKindAt(path: string): Kind | undefined {
  const key = path.slice(path.lastIndexOf('/') + 1)
  return isPlace(key) ? KIND_AT[key] : undefined
}

function isPlace(key: string | number): key is keyof typeof KIND_AT {
  return Object.hasOwn(KIND_AT, key)
}

/** Prints a document and those nested in it.
 *  @param print  of one document, in which ids stand for the nested ones */
export function printNested(kind: Kind, written: Json, print: (kind: Kind, content: Json) => Json): Json {
  const printed: Json[] = []
  const named = mapNested(written, [], ({ kind: own, as, content }) => {
    printed.push({ as, ...printNested(own, content, print) })
    return `${PLACEHOLDER}${printed.length - 1}`
  })
  return printed.length === 0 ? print(kind, written) : (putBack(print(kind, named), printed) as Json)
}

/** No id begins so. */
const PLACEHOLDER = '\u0000'

function putBack(value: unknown, printed: readonly Json[]): unknown {
  if (typeof value === 'string' && value.startsWith(PLACEHOLDER)) return printed[Number(value.slice(1))]
  if (Array.isArray(value)) return value.map((item) => putBack(item, printed))
  return isRecord(value) ? Object.fromEntries(Object.entries(value).map(([key, member]) => [key, putBack(member, printed)])) : value
}
