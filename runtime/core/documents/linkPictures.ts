/** Pictures of options are part of the form, so that versions, copies and exports have them. All of a form together stay far below what a request may hold. */
import type { LinkedDocument } from './documentIndex.ts'
import type { PlacedField } from './formFields.ts'
import type { Linker } from './linker.ts'

/** Characters of data addresses: about 440 kB of pictures. */
const MAX_OF_A_FORM = 600_000

export function linkPictures(linker: Linker, document: LinkedDocument, fields: readonly PlacedField[]): void {
  let sum = 0
  for (const { field, path } of fields) {
    const options = field['x-options']
    if (!Array.isArray(options)) continue
    for (const [index, { picture = '' }] of options.entries()) {
      sum += picture.length
      if (sum <= MAX_OF_A_FORM) continue
      linker.report(document, {
        code: 'VALUE',
        path: `${path}/x-options/${index}/picture`,
        expected: `at most ${MAX_OF_A_FORM / 1000},000 characters of pictures in one form`,
        found: `${sum} characters`,
        suggestion: 'remove some pictures, or use simpler ones',
      })
      return
    }
  }
}
