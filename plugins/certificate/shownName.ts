/** The name of a holder as the public sees it. */
import { maskText } from '../../runtime/core/masking/maskText.ts'
import type { CertificateShownName } from '../generated/enums.ts'

/** Masked: of each word the first character. */
export function shownName({ name, shownName: how }: { name: string; shownName: CertificateShownName }): string {
  if (how === 'full') return name
  return name.replace(/\S+/gu, (word) => ([...word].length === 1 ? '*' : maskText(word, { start: 1, end: 0 })))
}
