/** Which keys of a foreign document an importer has read. Importers get the document as views that note each read; what no one read is reported by
 *  `importForm`, so that no importer can forget a key. Spreading or enumerating a view throws, because it would count every key as read: maps whose
 *  names are data are walked by `entriesOf`, two objects are laid over each other by `layered`, whole values are taken by `wholeOf`. */
import { pointer } from '../../documents/failure.ts'
import type { Json } from './reading.ts'

export interface UnreadKey {
  /** JSON Pointer. */
  path: string
  key: string
  value: unknown
}

/** What a view shows: its document's object, or several views of which the first that has a key answers. */
interface Face {
  ledger: Ledger
  object: object
  layers?: readonly Json[]
}
const faces = new WeakMap<object, Face>()

export class Ledger {
  private readonly reads = new WeakMap<object, Set<string>>()
  private readonly views = new WeakMap<object, object>()

  /** The value as a view; plain values as they are. */
  view<T>(value: T): T {
    if (typeof value !== 'object' || value === null || faces.has(value)) return value
    const known = this.views.get(value)
    if (known) return known as T
    const view = new Proxy(value as object, {
      get: (target, key, receiver) => {
        if (typeof key !== 'string' || !Object.hasOwn(target, key) || (Array.isArray(target) && key === 'length'))
          return Reflect.get(target, key, receiver)
        this.note(target, key)
        return this.view((target as Json)[key])
      },
      ownKeys: (target) => (Array.isArray(target) ? Reflect.ownKeys(target) : refuseSpread()),
    })
    faces.set(view, { ledger: this, object: value })
    this.views.set(value, view)
    return view as T
  }

  note(object: object, key: string): void {
    const noted = this.reads.get(object)
    if (noted) noted.add(key)
    else this.reads.set(object, new Set([key]))
  }

  noteAll(value: unknown): void {
    if (typeof value !== 'object' || value === null) return
    for (const [key, inner] of Object.entries(value)) {
      this.note(value, key)
      this.noteAll(inner)
    }
  }

  /** Keys at any depth that were not read; what is below such a key is not listed again. */
  unread(document: unknown, path = ''): UnreadKey[] {
    if (typeof document !== 'object' || document === null) return []
    const noted = this.reads.get(document)
    return Object.entries(document).flatMap(([key, value]) => {
      const here = pointer(path, key)
      return noted?.has(key) ? this.unread(value, here) : [{ path: here, key, value }]
    })
  }
}

/** Objects laid over each other: the first that has a key answers. */
export function layered(...layers: Json[]): Json {
  const found = (key: string) => layers.find((layer) => Object.hasOwn(layer, key))
  const view = new Proxy({} as Json, {
    get: (_, key) => (typeof key === 'string' ? found(key)?.[key] : undefined),
    has: (_, key) => typeof key === 'string' && found(key) !== undefined,
    getOwnPropertyDescriptor: (_, key) =>
      typeof key === 'string' && found(key) ? { configurable: true, enumerable: true, writable: true, value: undefined } : undefined,
    ownKeys: refuseSpread,
  })
  faces.set(view, { ledger: new Ledger(), object: view, layers })
  return view
}

/** Names and values of an object whose names are data; each counts as read. */
export function entriesOf(value: Json): [string, unknown][] {
  return keysOf(value).map((key) => [key, value[key]])
}

/** Names in an object; none counts as read. */
export function keysOf(value: Json): string[] {
  const face = faces.get(value)
  if (!face) return Object.keys(value)
  return face.layers ? [...new Set(face.layers.flatMap(keysOf))] : Object.keys(face.object)
}

/** The text of a value, to compare it; nothing of it counts as read. */
export function textOfValue(value: unknown): string {
  const face = typeof value === 'object' && value !== null ? faces.get(value) : undefined
  return JSON.stringify(face?.layers ? keysOf(value as Json) : (face?.object ?? value))
}

/** The whole value without views; all of it counts as read. */
export function wholeOf(value: unknown): unknown {
  const face = typeof value === 'object' && value !== null ? faces.get(value) : undefined
  if (!face) return value
  if (face.layers) return Object.fromEntries(entriesOf(value as Json).map(([key, inner]) => [key, wholeOf(inner)]))
  face.ledger.noteAll(face.object)
  return face.object
}

function refuseSpread(): never {
  throw new Error('A view of an imported document was enumerated. Read its keys by name, or use entriesOf, layered or wholeOf.')
}
