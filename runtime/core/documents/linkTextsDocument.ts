import type { TextsDocument } from '../documents.ts'
import type { LinkedDocument } from './documentIndex.ts'
import { pointer, show } from './failure.ts'
import type { Linker } from './linker.ts'
import { placesOf } from './linkTexts.ts'
import { misplaced } from './textsDocuments.ts'

/** Only words of the locale file may be replaced, and by words with the same `{{name}}` places: code fills them in. */
export function linkTextsDocument(linker: Linker, document: LinkedDocument, { texts }: TextsDocument): void {
  const shipped = linker.shippedTexts.get(document.id)
  if (!shipped) {
    linker.known(document, 'REFERENCE_UNKNOWN', '/id', 'locales. and the name of a locale file', document.id, linker.shippedTexts.keys())
    return
  }
  for (const [key, text] of Object.entries(texts)) {
    const before = shipped[key]
    const path = pointer('/texts', key)
    if (!before) linker.known(document, 'TEXT_UNKNOWN', path, 'a key of the locale file', key, Object.keys(shipped))
    else
      for (const lang of misplaced(text, before)) {
        const places = placesOf(before[lang]).map((name) => `{{${name}}}`)
        linker.report(document, {
          code: 'TEXT_PLACES',
          path: pointer(path, lang),
          expected: places.length > 0 ? places.join(', ') : 'no {{name}} places',
          found: show(text[lang]),
          suggestion: `keep the places of the shipped text: ${show(before[lang])}`,
        })
      }
  }
}
