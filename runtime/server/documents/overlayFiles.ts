/** Documents over documents: of a later folder over those of an earlier one, of a draft over what is published. */
import { readFileName } from '../../core/documents/parseDocument.ts'
import { madeFiles } from '../../core/documents/readDocuments.ts'
import type { RawDocument } from '../../core/platform.ts'

/** One document for each kind and id: that of `above` where both have it. */
export function override(below: readonly RawDocument[], above: readonly RawDocument[]): RawDocument[] {
  const replaced = new Set(above.map(nameOf))
  return [...below.filter((raw) => !replaced.has(nameOf(raw))), ...above]
}

/** Files of a folder over those of the folders before it. What is nested in a file that is replaced stays, and may be replaced by a file of its own. */
export function overlayFiles(below: readonly RawDocument[], above: readonly RawDocument[]): RawDocument[] {
  const replaced = new Set(above.flatMap(madeFiles).map(nameOf))
  return [...below.flatMap((raw) => partsLeft(raw, replaced)), ...above]
}

function partsLeft(raw: RawDocument, replaced: ReadonlySet<string>): RawDocument[] {
  const [own, ...made] = madeFiles(raw)
  // calls come from their resource alone
  const parts = [own!, ...made.filter(({ file }) => !CALL.test(file))]
  return parts.some((part) => replaced.has(nameOf(part))) ? parts.filter((part) => !replaced.has(nameOf(part))) : [raw]
}

const CALL = /\.call\.json$/

function nameOf({ file }: RawDocument): string {
  const name = readFileName(file)
  return 'finding' in name ? file : `${name.kind} ${name.id}`
}
