/** All documents by kind and id, for the linker. A document with failures of its own still counts as existing, so that references to it are not reported
 *  too; but its content is not read. */
import type { DocumentOf, Kind } from '../documents.ts'
import type { SourcePlaces } from '../language/SourcePlaces.ts'
import { KINDS, type ParsedDocument } from './parseDocument.ts'
import type { Mark } from './validateDocument.ts'

/** A document on its way through the linker. */
export interface LinkedDocument extends ParsedDocument {
  marks: readonly Mark[]
  /** Where its parts were written; absent where it was never a file. */
  places?: SourcePlaces
  /** No failure so far: its content has the shape of its kind. */
  sound: boolean
}

export class DocumentIndex {
  readonly all: readonly LinkedDocument[]
  readonly #byKind: Readonly<Record<Kind, Map<string, LinkedDocument | null>>>

  readonly #sound = new Map<Kind, unknown[]>()
  #opened: ReadonlyMap<string, readonly string[]> | undefined

  /** @param broken kind and id of files that could not even be parsed */
  constructor(documents: readonly LinkedDocument[], broken: readonly { kind: Kind; id: string }[] = []) {
    this.all = documents
    this.#byKind = Object.fromEntries(KINDS.map((kind) => [kind, new Map()])) as unknown as Record<Kind, Map<string, LinkedDocument | null>>
    for (const { kind, id } of broken) this.#byKind[kind].set(id, null)
    for (const document of documents) this.#byKind[document.kind].set(document.id, document)
  }

  has(kind: Kind, id: string): boolean {
    return this.#byKind[kind].has(id)
  }

  /** The content, when it exists and is sound. */
  get<K extends Kind>(kind: K, id: string): DocumentOf[K] | undefined {
    const document = this.#byKind[kind].get(id)
    return document?.sound ? (document.content as unknown as DocumentOf[K]) : undefined
  }

  /** The document itself, sound or not. */
  find(kind: Kind, id: string): LinkedDocument | undefined {
    return this.#byKind[kind].get(id) ?? undefined
  }

  /** Id of a drawer or dialog -> the names that `open` steps give to it, anywhere. */
  get openedWith(): ReadonlyMap<string, readonly string[]> {
    this.#opened ??= collectOpened(this.all)
    return this.#opened
  }

  ids(kind: Kind): string[] {
    return [...this.#byKind[kind].keys()]
  }

  /** Sound documents of a kind, in the order of their files. */
  of<K extends Kind>(kind: K): { document: LinkedDocument; content: DocumentOf[K] }[] {
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
    return [...this.#byKind[kind].values()].every((document) => document?.sound === true)
  }
}

function collectOpened(documents: readonly LinkedDocument[]): Map<string, string[]> {
  const found = new Map<string, string[]>()
  const kinds: readonly Kind[] = ['page', 'fragment', 'action', 'table']
  for (const { kind, content } of documents) if (kinds.includes(kind)) collect(content, found)
  return found
}

function collect(value: unknown, found: Map<string, string[]>): void {
  if (typeof value !== 'object' || value === null) return
  const { open, with: given } = value as { open?: unknown; with?: unknown }
  if (typeof open === 'string' && typeof given === 'object' && given !== null)
    found.set(open, [...(found.get(open) ?? []), ...Object.keys(given)])
  for (const item of Object.values(value)) collect(item, found)
}
