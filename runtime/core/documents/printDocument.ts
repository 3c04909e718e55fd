/** A document -> the text of its file, which is also what the studio shows and exports: `printJson` with the keys of the document itself in the
 *  order of its kind. Further in keys stay as they are written: there their order may say something, as that of a form's fields does. */
import type { Kind } from '../documents.ts'
import { metaSchemas } from './metaSchemas.ts'
import { type PrintOptions, printJson } from './printJson.ts'

/**
 * @param kind     undefined for what is no document of a kind (meta-schemas, locale files): no key moves
 * @param content  of a document, also without some of its keys
 * @returns        text without the line break that ends a file; the document's own keys stand one a line
 */
export function printDocument(kind: Kind | undefined, content: object, { width }: Pick<PrintOptions, 'width'> = {}): string {
  return printJson(kind === undefined ? content : inOrder(kind, content), { width, open: true })
}

/** First the keys that the meta-schema names, in its order, then what it does not know, as written. */
function inOrder(kind: Kind, content: object): object {
  const values = content as Record<string, unknown>
  const known = Object.keys(metaSchemas[`${kind}.schema.json`]?.properties ?? {}).filter((key) => Object.hasOwn(values, key))
  return Object.fromEntries([...new Set([...known, ...Object.keys(values)])].map((key) => [key, values[key]]))
}
