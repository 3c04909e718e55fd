/** The documents that others may take members from: the built-in ones, even where a stored one replaces them. So changing one screen never changes another. */
import type { ParsedDocument } from '../documents/parseDocument.ts'
import type { Kind } from '../documents.ts'
import type { Json } from '../language/shortForm.ts'
import type { FindMembers } from './FindMembers.ts'

export class MemberSources {
  readonly #documents: ReadonlyMap<string, ParsedDocument>
  readonly #fill: (document: ParsedDocument, membersOf: FindMembers) => Json
  readonly #lent = new Map<string, Json | undefined>()

  /** @param documents all that were parsed
   *  @param fill      document -> its long form, filled; the same object while nothing has changed */
  constructor(documents: readonly ParsedDocument[], fill: (document: ParsedDocument, membersOf: FindMembers) => Json) {
    const isStored = (document: ParsedDocument) => Number(document.file.startsWith('document:'))
    const sorted = [...documents].sort((a, b) => isStored(b) - isStored(a))
    this.#documents = new Map(sorted.map((document) => [nameOf(document.kind, document.id), document]))
    this.#fill = fill
  }

  readonly membersOf: FindMembers = (kind, id) => {
    const name = nameOf(kind, id)
    if (!this.#lent.has(name)) {
      // a document being filled lends nothing, so that documents that take from each other in a cycle are reported
      this.#lent.set(name, undefined)
      const document = this.#documents.get(name)
      if (document !== undefined) this.#lent.set(name, this.#fill(document, this.membersOf))
    }
    return this.#lent.get(name)
  }
}

/** The app document is the only one of its kind. */
function nameOf(kind: Kind, id: string): string {
  return kind === 'app' ? kind : `${kind} ${id}`
}
