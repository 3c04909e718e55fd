/** Maps places of the long form to places of the document as written, so that a mistake is reported where the author can correct it. */
import type { Json } from './shortForm.ts'

const SEPARATOR = /(?=\/)/

export class SourcePlaces {
  readonly #written: unknown
  readonly #moves = new Map<string, string>()
  #around: SourcePlaces | undefined

  /** @param written the document as its author wrote it */
  constructor(written: Json) {
    this.#written = written
  }

  /** What stands at `to` in the long form was written at `from`, with all that is below. */
  move(to: string, from: string): void {
    this.#moves.set(to, from)
  }

  /** What was written is itself made of another document: mistakes are reported there. */
  within(around: SourcePlaces): this {
    this.#around = around
    return this
  }

  /** @param path JSON Pointer in the long form. @returns the one in the written form, as far down as that goes */
  sourceOf(path: string): string {
    if (this.#moves.size === 0) return path
    for (let end = path.length; end >= 0; end = path.lastIndexOf('/', end - 1)) {
      const from = this.#moves.get(path.slice(0, end))
      if (from !== undefined) return `${from}${path.slice(end)}`
      if (end === 0) break
    }
    return path
  }

  /** The same, cut where the written form says in one text what the long form says in parts. */
  tell(path: string): string {
    const located = this.#locatedOf(path)
    return this.#around?.tell(located) ?? located
  }

  #locatedOf(path: string): string {
    const steps = this.sourceOf(path).split(SEPARATOR).filter(Boolean)
    let value = this.#written
    let located = ''
    for (const step of steps) {
      // below a text there is nothing to point at; what is missing has its place where it belongs
      if (value !== undefined && (typeof value !== 'object' || value === null)) return located
      located += step
      value = (value as Json | undefined)?.[step.slice(1).replaceAll('~1', '/').replaceAll('~0', '~')]
    }
    return located
  }
}
