/** All documents by kind and id, for the linker. A document with failures of its own still counts as existing, so that references to it are not reported
 *  too; but its content is not read. */
import type { DocumentOf, Kind } from '../documents.ts'
import type { SourcePlaces } from '../language/SourcePlaces.ts'
import { KINDS, type ParsedDocument } from './parseDocument.ts'
import { sameParts } from './sameParts.ts'
import type { Mark } from './validateDocument.ts'

/** A document on its way through the linker. */
export interface LinkedDocument extends ParsedDocument {
  marks: readonly Mark[]
  /** Where its parts were written; absent where it was never a file. */
  places?: SourcePlaces
  /** Of a document to which others add: where a place of its content was written; null where another one wrote it, which tells its mistakes itself. */
  writtenAt?(path: string): string | null
  /** No failure so far: its content has the shape of its kind. */
  sound: boolean
}

/** What someone asked of the documents -> the answer. Equal answers of two indexes are the same object. */
export type Reads = Map<string, unknown>

const makers = new Map<string, (index: DocumentIndex, about: string) => unknown>()

/** Something that many documents ask of all others, made once for an index. Who asks depends on the answer alone, not on all that it was made of.
 *  @param make  answers what JSON can hold */
export function derived<T>(name: string, make: (index: DocumentIndex, about: string) => T): (index: DocumentIndex, about?: string) => T {
  makers.set(name, make)
  return (index, about = '') => index.made(name, about) as T
}

export class DocumentIndex {
  readonly all: readonly LinkedDocument[]
  readonly #byKind: Readonly<Record<Kind, Map<string, LinkedDocument | null>>>

  readonly #sound = new Map<Kind, unknown[]>()
  readonly #answers = new Map<string, unknown>()
  readonly #given = new Map<string, () => readonly unknown[]>()
  #reads: Reads | undefined

  /** @param broken kind and id of files that could not even be parsed */
  constructor(documents: readonly LinkedDocument[], broken: readonly { kind: Kind; id: string }[] = []) {
    this.all = documents
    this.#byKind = Object.fromEntries(KINDS.map((kind) => [kind, new Map()])) as unknown as Record<Kind, Map<string, LinkedDocument | null>>
    for (const { kind, id } of broken) this.#byKind[kind].set(id, null)
    for (const document of documents) this.#byKind[document.kind].set(document.id, document)
  }

  /** Runs the action and notes all that it asks here. */
  reading(reads: Reads | undefined, action: () => void): void {
    const outer = this.#reads
    this.#reads = reads
    try {
      action()
    } finally {
      this.#reads = outer
    }
  }

  /** What the linker knows beside the documents, by name. @param parts  compared one by one */
  give(name: string, parts: () => readonly unknown[]): void {
    this.#given.set(name, parts)
  }

  /** Notes that something that was given is asked for. */
  asks(name: string): void {
    if (this.#reads !== undefined && !this.#reads.has(name)) this.#reads.set(name, this.answer(name))
  }

  /** The answer to what was noted elsewhere, from these documents. */
  answer(name: string): unknown {
    if (this.#answers.has(name)) return this.#answers.get(name)
    const answer = this.#find(name)
    this.#answers.set(name, answer)
    return answer
  }

  #find(name: string): unknown {
    const given = this.#given.get(name)
    if (given !== undefined) return sameParts(name, given())
    const at = name.indexOf(' ')
    const [what, id] = [name.slice(0, at), name.slice(at + 1)]
    if (what === 'of')
      return sameParts(
        name,
        this.#soundOf(id as Kind).flatMap(({ document: { file }, content }) => [file, content]),
      )
    if (what === 'ids') return sameParts(name, [...this.#byKind[id as Kind].keys()])
    if (what === 'whole') return this.#isWhole(id as Kind)
    if (what === 'made') return this.#make(name, id)
    const document = this.#byKind[what as Kind].get(id)
    return document?.sound ? document.content : document
  }

  #make(asked: string, call: string): unknown {
    const at = call.indexOf(' ')
    let made: unknown
    this.reading(undefined, () => {
      made = makers.get(call.slice(0, at))?.(this, call.slice(at + 1))
    })
    if (typeof made !== 'object') return made
    return sameParts(asked, [JSON.stringify(made), made], ([one], [other]) => one === other)[1]
  }

  /** See `derived`. */
  made(name: string, about: string): unknown {
    const asked = `made ${name} ${about}`
    this.asks(asked)
    return this.answer(asked)
  }

  has(kind: Kind, id: string): boolean {
    this.asks(`${kind} ${id}`)
    return this.#byKind[kind].has(id)
  }

  /** The content, when it exists and is sound. */
  get<K extends Kind>(kind: K, id: string): DocumentOf[K] | undefined {
    this.asks(`${kind} ${id}`)
    const document = this.#byKind[kind].get(id)
    return document?.sound ? (document.content as unknown as DocumentOf[K]) : undefined
  }

  /** The document itself, sound or not. */
  find(kind: Kind, id: string): LinkedDocument | undefined {
    this.asks(`${kind} ${id}`)
    return this.#byKind[kind].get(id) ?? undefined
  }

  ids(kind: Kind): string[] {
    this.asks(`ids ${kind}`)
    return [...this.#byKind[kind].keys()]
  }

  /** Sound documents of a kind, in the order of their files. */
  of<K extends Kind>(kind: K): { document: LinkedDocument; content: DocumentOf[K] }[] {
    this.asks(`of ${kind}`)
    return this.#soundOf(kind)
  }

  #soundOf<K extends Kind>(kind: K): { document: LinkedDocument; content: DocumentOf[K] }[] {
    const known = this.#sound.get(kind)
    if (known !== undefined) return known as { document: LinkedDocument; content: DocumentOf[K] }[]
    const sound = this.all
      .filter((document) => document.kind === kind && document.sound)
      .map((document) => ({ document, content: document.content as unknown as DocumentOf[K] }))
    this.#sound.set(kind, sound)
    return sound
  }

  /** Whether every document of the kind is sound: only then may something be called unknown by looking into all of them. */
  isWhole(kind: Kind): boolean {
    this.asks(`whole ${kind}`)
    return this.#isWhole(kind)
  }

  #isWhole(kind: Kind): boolean {
    return [...this.#byKind[kind].values()].every((document) => document?.sound === true)
  }
}

/** Id of a drawer or dialog -> the names that `open` steps give to it, anywhere. */
export const openedWith = derived('openedWith', ({ all }): Readonly<Record<string, readonly string[]>> => {
  const found = new Map<string, string[]>()
  const kinds: readonly Kind[] = ['page', 'fragment', 'action', 'table']
  for (const { kind, content } of all) if (kinds.includes(kind)) collect(content, found)
  return Object.fromEntries(found)
})

function collect(value: unknown, found: Map<string, string[]>): void {
  if (typeof value !== 'object' || value === null) return
  const { open, with: given } = value as { open?: unknown; with?: unknown }
  if (typeof open === 'string' && typeof given === 'object' && given !== null)
    found.set(open, [...(found.get(open) ?? []), ...Object.keys(given)])
  for (const item of Object.values(value)) collect(item, found)
}
