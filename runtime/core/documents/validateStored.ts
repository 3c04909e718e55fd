/** Checks a document that belongs to one object (a stored form, a skin) against the running platform before it is published. No other document depends
 *  on it, so only this one is checked. The same checks as for files: `buildPlatform` is asked about documents that take part in the platform. */
import type { DocumentFailure, Names, Platform, RawDocument } from '../platform.ts'
import { sortFailures } from './buildPlatform.ts'
import { DocumentIndex, type LinkedDocument } from './documentIndex.ts'
import { linkDocuments } from './linkDocuments.ts'
import { fileOf, KINDS, type ParsedDocument, parseDocument } from './parseDocument.ts'
import { keywordValues, shapeDocument } from './readDocuments.ts'

/** @param raw  `file` is `document:<id>.<kind>@<hash>` */
export function validateStored(platform: Platform, raw: RawDocument, names: Names): DocumentFailure[] {
  const parsed = parseDocument(raw)
  if ('failures' in parsed) return sortFailures([...parsed.failures])
  const failures: DocumentFailure[] = []
  const { shaped, index } = amongOthers(platform, parsed.document, failures)
  failures.push(...linkDocuments({ index, texts: platform.texts, names, shippedTexts: wordsOf(platform), only: shaped }))
  return sortFailures(failures)
}

/** The document in the place of the one that the platform has. */
export function amongOthers(
  platform: Platform,
  document: ParsedDocument,
  failures: DocumentFailure[],
): { shaped: LinkedDocument; index: DocumentIndex } {
  const others = platformDocuments(platform).filter(({ kind, id }) => kind !== document.kind || id !== document.id)
  const shaped = shapeDocument(document, keywordValues([...others, document]), failures)
  return { shaped, index: new DocumentIndex([...others.map((other) => ({ ...other, marks: [], sound: true })), shaped]) }
}

function wordsOf(platform: Platform) {
  return new Map([...platform.documents.texts.values()].map(({ id, texts }) => [id, texts]))
}

function platformDocuments(platform: Platform): ParsedDocument[] {
  return KINDS.flatMap((kind) =>
    [...platform.documents[kind]].map(([id, content]) => ({
      file: fileOf(kind, id),
      kind,
      id,
      content: content as unknown as ParsedDocument['content'],
    })),
  )
}
