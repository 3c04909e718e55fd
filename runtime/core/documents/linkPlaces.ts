/** Named places of texts: `{{name}}` in the words, a value beside them. */
import type { LinkedDocument } from './documentIndex.ts'
import { pointer } from './failure.ts'
import type { Linker } from './linker.ts'
import { placesOf } from './linkTexts.ts'
import { nearest } from './suggest.ts'

/** Every `{{name}}` place of a text gets a value. */
export function linkPlaces(linker: Linker, document: LinkedDocument, path: string, words: unknown, given: unknown): void {
  if (typeof words !== 'string' || typeof given !== 'object' || given === null) return
  for (const name of placesOf(words).filter((place) => !(place in given))) {
    const near = nearest(name, Object.keys(given))
    const suggestion = near === null ? `add "${name}"` : `rename "${near}" to "${name}"`
    linker.report(document, {
      code: 'TEXT_PLACES',
      path: pointer(path, name),
      expected: `a value for {{${name}}}`,
      found: 'nothing',
      suggestion,
    })
  }
}
