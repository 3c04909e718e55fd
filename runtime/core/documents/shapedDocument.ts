/** A document on its way through the linker, as it is kept: what only few ask for is made again when it is asked for. */
import type { Kind } from '../documents.ts'
import type { LinkedDocument } from './documentIndex.ts'
import type { ParsedDocument } from './parseDocument.ts'

export type Details = Pick<LinkedDocument, 'marks' | 'places'>

export class ShapedDocument implements LinkedDocument {
  readonly file: string
  readonly kind: Kind
  readonly id: string
  readonly content: ParsedDocument['content']
  readonly sound: boolean
  readonly writtenAt?: LinkedDocument['writtenAt']
  readonly #details: () => Details

  constructor(
    { file, kind, id, content, writtenAt }: ParsedDocument & Pick<LinkedDocument, 'writtenAt'>,
    sound: boolean,
    details: () => Details,
  ) {
    this.file = file
    this.kind = kind
    this.id = id
    this.content = content
    this.sound = sound
    if (writtenAt) this.writtenAt = writtenAt
    this.#details = details
  }

  get marks() {
    return this.#details().marks
  }

  get places() {
    return this.#details().places
  }
}

/** The document with another content: what is checked stays what was written. */
export function withContent(
  document: LinkedDocument,
  content: ParsedDocument['content'],
  { sound, writtenAt }: Partial<Pick<LinkedDocument, 'sound' | 'writtenAt'>> = {},
): LinkedDocument {
  return new ShapedDocument({ ...document, content, ...(writtenAt && { writtenAt }) }, sound ?? document.sound, () => document)
}
