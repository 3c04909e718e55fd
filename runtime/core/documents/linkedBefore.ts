/** A change touches few documents. The others are not linked again: what linking one of them asked of the others is noted with the answers, and while the
 *  answers stay, so does what it came to. Kept are sound documents in which nothing was wrong; they are a whole platform but for what is being written. */
import type { Kind } from '../documents.ts'
import type { LinkedDocument } from './documentIndex.ts'
import type { Linker, Noted, Refreshed } from './linker.ts'

/** One document while it is linked. */
export class Linking {
  readonly document: LinkedDocument
  readonly noted: Noted = { reads: new Map(), used: [], refreshed: [] }
  isRight = true

  constructor(document: LinkedDocument) {
    this.document = document
  }

  run(linker: Linker, check: (linker: Linker, document: LinkedDocument) => void): void {
    this.isRight = linker.noting(this.noted, () => check(linker, this.document)) && this.isRight
  }
}

interface Kept {
  file: string
  reads: readonly (readonly [name: string, answer: unknown])[]
  used: readonly string[]
  refreshed: readonly (Omit<Refreshed, 'document'> & { kind: Kind; id: string })[]
}

export class LinkedBefore {
  readonly #kept = new WeakMap<object, Kept>()

  keep({ document, noted: { reads, used, refreshed }, isRight }: Linking): void {
    if (!isRight || !document.sound) this.#kept.delete(document.content)
    else
      this.#kept.set(document.content, {
        file: document.file,
        reads: [...reads].map(([name, answer]) => [oneOf(name), answer] as const),
        used: [...new Set(used)],
        refreshed: refreshed.map(({ document: { kind, id }, path, name, isKnown, known }) => ({ kind, id, path, name, isKnown, known })),
      })
  }

  /** Tells the linker what this document came to. @returns false when it has to be linked */
  repeat(linker: Linker, { content, file, sound }: LinkedDocument): boolean {
    const kept = sound ? this.#kept.get(content) : undefined
    if (kept?.file !== file || !kept.reads.every(([name, answer]) => linker.index.answer(name) === answer)) return false
    for (const name of kept.used) linker.use(name)
    for (const { kind, id, ...one } of kept.refreshed) {
      const document = linker.index.find(kind, id)
      if (document) linker.noteRefreshed({ ...one, document })
    }
    return true
  }
}

/** Thousands of documents ask for the same. */
const names = new Map<string, string>()

function oneOf(name: string): string {
  const known = names.get(name) ?? name
  names.set(name, known)
  return known
}
