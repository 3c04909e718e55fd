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

/**
 * A text in both languages says the same in both: a place that one of them lacks would leave out what the other tells. What a language words in its own
 * way has a place of its own there: `titleEn` beside `title`, `name2` beside `name`.
 * @param anyName  the places come from expressions written in the text, so that their names tell nothing: only a language without any is a mistake
 */
export function linkBothPlaces(linker: Linker, document: LinkedDocument, path: string, text: unknown, anyName = false): void {
  const { zh, en } = (text ?? {}) as { zh?: unknown; en?: unknown }
  if (typeof zh !== 'string' || typeof en !== 'string') return
  const [inZh, inEn] = [placesOf(zh), placesOf(en)]
  if (anyName && inZh.length > 0 === inEn.length > 0) return
  const lacks = (own: readonly string[], other: readonly string[]) =>
    own.some((name) => !other.some((each) => stemOf(each) === stemOf(name)))
  if (!lacks(inZh, inEn) && !lacks(inEn, inZh)) return
  linker.report(document, {
    code: 'TEXT_PLACES',
    path,
    expected: 'the same {{name}} places in zh and en',
    found: `zh has ${inZh.join(', ') || 'none'}, en has ${inEn.join(', ') || 'none'}`,
    suggestion: 'give both texts the same places',
  })
}

function stemOf(name: string): string {
  return name.replace(/(?:Zh|En|\d+)$/, '')
}
