/** Holds documents made at run time against a platform that serves, before they are published together. The same checks as for files: what passes
 *  here cannot keep the next start from happening. */
import type { Kind } from '../documents.ts'
import type { DocumentFailure, Names, Platform, RawDocument } from '../platform.ts'
import { sortFailures } from './build-platform.ts'
import { DocumentIndex, type LinkedDocument } from './document-index.ts'
import { linkDocuments } from './link-documents.ts'
import { KINDS, type ParsedDocument, parseDocument } from './parse-document.ts'
import { keywordValues, shapeDocument } from './read-documents.ts'

/** What would change: documents that come or take the place of others, and some that go. */
export interface DocumentChange {
  /** `file` is `document:<id>.<kind>@<hash>`, or a shipped file that comes back. */
  raws: readonly RawDocument[]
  gone?: readonly { kind: Kind; id: string }[]
  /** They belong to one object: nothing else depends on them, so nothing else is looked at. Forms are always so unless this is false. */
  apart?: boolean
}

/** @returns failures of the documents, and of others that would no longer fit with them; empty when all may be published together */
export function validateStored(platform: Platform, change: RawDocument | DocumentChange, names: Names): DocumentFailure[] {
  const { raws, gone = [], apart } = 'raws' in change ? change : { raws: [change] }
  const parsed = raws.map(parseDocument)
  const broken = parsed.flatMap((one) => ('failures' in one ? one.failures : []))
  if (broken.length > 0) return sortFailures(broken)
  const failures: DocumentFailure[] = []
  const changed = parsed.flatMap((one) => ('document' in one ? [one.document] : []))
  const touched = new Set([...changed, ...gone].map(nameOf))
  const others = platformDocuments(platform).filter((document) => !touched.has(nameOf(document)))
  const keywords = keywordValues([...others, ...changed])
  const shaped = changed.map((document) => shapeDocument(document, keywords, failures))
  const alone = shaped.length === 1 && gone.length === 0 && (apart ?? shaped[0]!.kind === 'form')
  const linked = others.map((other) => (alone ? { ...other, marks: [], sound: true } : shapeDocument(other, keywords, failures)))
  const index = new DocumentIndex([...linked, ...shaped] satisfies LinkedDocument[])
  failures.push(
    ...linkDocuments({ index, texts: platform.texts, names, shippedTexts: wordsOf(platform), ...(alone ? { only: shaped[0]! } : {}) }),
  )
  return sortFailures(failures)
}

function wordsOf(platform: Platform) {
  return new Map([...platform.documents.texts.values()].map(({ id, texts }) => [id, texts]))
}

function nameOf({ kind, id }: { kind: Kind; id: string }): string {
  return `${kind} ${id}`
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
