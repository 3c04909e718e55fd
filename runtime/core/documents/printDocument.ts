/** A document -> the text of its file, which is also what the studio shows and exports: its shortest form, with the keys of the
 *  document itself in the order of its kind. Inner keys keep their order, because it can matter, as for the fields of a form. */
import type { Kind } from '../documents.ts'
import { inOrder, shortest } from '../language/shortest.ts'
import type { Json } from '../language/shortForm.ts'
import { type PrintOptions, printJson } from './printJson.ts'

/** How a document is printed. */
export interface DocumentPrint extends Pick<PrintOptions, 'width'> {
  /** Keep the form it is written in; without, the shortest is printed. */
  asWritten?: boolean
}

/**
 * @param kind     undefined for what is no document of a kind (meta-schemas, locale files): no key moves
 * @param content  of a document in any form, also without some of its keys
 * @returns        text without the line break that ends a file; the document's own keys stand one a line
 */
export function printDocument(kind: Kind | undefined, content: object, { width, asWritten = false }: DocumentPrint = {}): string {
  const written = content as Json
  const ordered = kind === undefined ? written : asWritten ? inOrder(kind, written) : shortest(kind, written)
  return printJson(ordered, { width, open: true })
}
