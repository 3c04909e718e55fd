/** Documents as the kernel works with them, short forms spelled out: a page with its fragments in their places, a skin with what it extends. For `npm run show`. */
import { expandFragments } from '../../runtime/core/documents/expandFragments.ts'
import { KINDS, readFileName } from '../../runtime/core/documents/parseDocument.ts'
import { printDocument } from '../../runtime/core/documents/printDocument.ts'
import { suggest } from '../../runtime/core/documents/suggest.ts'
import type { DocumentBase, Kind, PageDocument, SkinDocument } from '../../runtime/core/documents.ts'
import type { Platform } from '../../runtime/core/platform.ts'
import { resolveSkin } from '../../runtime/core/skin/resolveSkin.ts'

/**
 * @param asked  an id (`signup.approve`: of every kind that has it), an id with its kind (`signup.approve.call`), or the path of a file
 * @returns      text; where there are several documents, each below a line `// <kind> <id>`
 * @throws Error when there is none, with the nearest id
 */
export function showDocument(platform: Platform, asked: string): string {
  const found = find(platform, asked)
  if (found.length === 0) throw new Error(`There is no document "${asked}": ${suggest(asked, idsOf(platform))}`)
  const texts = found.map(({ kind, id }) => printDocument(kind, expanded(platform, kind, id), { asWritten: true }))
  if (texts.length === 1) return texts[0] as string
  return found.map(({ kind, id }, index) => `// ${kind} ${id}\n${texts[index]}`).join('\n\n')
}

interface Name {
  kind: Kind
  id: string
}

function find(platform: Platform, asked: string): Name[] {
  const named = readFileName(asked.endsWith('.json') ? asked : `schemas/${asked}.json`)
  const byId = KINDS.map((kind) => ({ kind, id: asked }))
  return [...byId, ...('kind' in named ? [named] : [])].filter(({ kind, id }) => platform.documents[kind].has(id))
}

function idsOf(platform: Platform): string[] {
  return [...new Set(KINDS.flatMap((kind) => [...platform.documents[kind].keys()]))]
}

function expanded(platform: Platform, kind: Kind, id: string): DocumentBase {
  const { fragment, skin } = platform.documents
  const document: DocumentBase = platform.get(kind, id)
  if (kind === 'page') return expandFragments(document as PageDocument, (name) => fragment.get(name))
  if (kind !== 'skin') return document
  const { tokens, images, layout } = resolveSkin(document as SkinDocument, (name) => skin.get(name))
  return { ...document, tokens, images, layout } as SkinDocument
}
