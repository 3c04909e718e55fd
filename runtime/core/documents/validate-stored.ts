/** Holds one document made at run time against a platform that serves, before it is published. The same checks as for files: what passes here
 *  cannot keep the next start from happening. */
import type { DocumentFailure, Names, Platform, RawDocument } from '../platform.ts'
import { sortFailures } from './build-platform.ts'
import { DocumentIndex, type LinkedDocument } from './document-index.ts'
import { linkDocuments } from './link-documents.ts'
import { KINDS, type ParsedDocument, parseDocument } from './parse-document.ts'
import { keywordValues, shapeDocument } from './read-documents.ts'

/**
 * @param raw  `file` is `document:<id>.<kind>@<hash>`
 * @returns    failures of the document, and of shipped documents that would no longer fit when it takes the place of another; empty when it
 *             may be published
 */
export function validateStored(platform: Platform, raw: RawDocument, names: Names): DocumentFailure[] {
  const parsed = parseDocument(raw)
  if ('failures' in parsed) return parsed.failures
  const failures: DocumentFailure[] = []
  const others = platformDocuments(platform).filter(({ kind, id }) => kind !== parsed.document.kind || id !== parsed.document.id)
  const keywords = keywordValues([...others, parsed.document])
  const document = shapeDocument(parsed.document, keywords, failures)
  // a form is looked into by nobody; every other kind may break what refers to it
  const alone = document.kind === 'form'
  const linked = others.map((other) => (alone ? { ...other, marks: [], sound: true } : shapeDocument(other, keywords, failures)))
  const index = new DocumentIndex([...linked, document] satisfies LinkedDocument[])
  failures.push(...linkDocuments({ index, texts: platform.texts, names, ...(alone ? { only: document } : {}) }))
  return sortFailures(failures)
}

function platformDocuments(platform: Platform): ParsedDocument[] {
  return KINDS.flatMap((kind) =>
    [...platform.documents[kind]].map(([id, content]) => ({
      file: `schemas/${id.replaceAll('.', '/')}.${kind}.json`,
      kind,
      id,
      content: content as unknown as ParsedDocument['content'],
    })),
  )
}
