/** Which document names which: found by the marks of the meta-schemas, the same that the linker checks. */
import type { Kind } from '../documents.ts'
import type { Platform } from '../platform.ts'
import { KINDS, type ParsedDocument } from './parseDocument.ts'
import { keywordValues } from './readDocuments.ts'
import { validateDocument } from './validateDocument.ts'

export interface Reference {
  from: { kind: Kind; id: string }
  to: { kind: Kind; id: string }
  /** JSON Pointer in `from`. */
  path: string
}

const known = new WeakMap<Platform, readonly Reference[]>()

/** All references of a platform; made once for each. */
export function referencesOf(platform: Platform): readonly Reference[] {
  const found =
    known.get(platform) ??
    KINDS.flatMap((kind) => [...platform.documents[kind]].flatMap(([id, content]) => referencesIn(platform, kind, id, content)))
  known.set(platform, found)
  return found
}

function referencesIn(platform: Platform, kind: Kind, id: string, content: unknown): Reference[] {
  const { marks } = validateDocument(kind, content as ParsedDocument['content'], keywordsOf(platform))
  return marks.flatMap(({ mark, of, path, value }) =>
    mark === 'ref' && typeof value === 'string' ? [{ from: { kind, id }, to: { kind: of as Kind, id: value }, path }] : [],
  )
}

const keywords = new WeakMap<Platform, ReturnType<typeof keywordValues>>()

function keywordsOf(platform: Platform): ReturnType<typeof keywordValues> {
  const found =
    keywords.get(platform) ??
    keywordValues(
      [...platform.documents.keyword].map(([id, content]) => ({ file: '', kind: 'keyword', id, content }) as unknown as ParsedDocument),
    )
  keywords.set(platform, found)
  return found
}
