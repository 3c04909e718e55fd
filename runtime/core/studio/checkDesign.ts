/** The checks of a form while it is edited: those of publishing that need only what the designer knows. The server checks what depends on documents that
 *  the browser does not have (calls, texts by key). */
import { DocumentIndex, type LinkedDocument } from '../documents/documentIndex.ts'
import { linkDocuments } from '../documents/linkDocuments.ts'
import { type ParsedDocument, parseContent } from '../documents/parseDocument.ts'
import { keywordValues, shapeDocument } from '../documents/readDocuments.ts'
import type { EnumDocument, FormDocument, KeywordDocument } from '../documents.ts'
import type { DocumentFailure, Names } from '../platform.ts'

/** What a form may name; sent to the designer once. */
export interface Vocabulary {
  keywords: readonly KeywordDocument[]
  enums: Readonly<Record<string, EnumDocument>>
  /** Names of controls. */
  widgets: readonly string[]
  /** Enum of the permission codes. */
  permissions: string
}

const NOWHERE: ReadonlySet<string> = new Set()

/** @returns every failure that would keep the form from being published, in the order of its paths */
export function checkDesign(form: FormDocument, vocabulary: Vocabulary): DocumentFailure[] {
  const id = typeof form?.id === 'string' ? form.id : 'form'
  const parsed = parseContent(`document:${id}.form`, 'form', id, form)
  if ('failures' in parsed) return parsed.failures
  const others = known(vocabulary)
  const failures: DocumentFailure[] = []
  const shaped = shapeDocument(parsed.document, others.keywords, failures)
  // Calls are not known here: whatever names one is left to the server.
  const document = { ...shaped, marks: shaped.marks.filter(({ of }) => of !== 'call') }
  const names: Names = {
    widgets: new Set(vocabulary.widgets),
    handlers: NOWHERE,
    providers: NOWHERE,
    steps: NOWHERE,
    keywords: NOWHERE,
    icons: NOWHERE,
  }
  const index = new DocumentIndex([...others.documents, document])
  failures.push(...linkDocuments({ index, texts: { zh: {}, en: {} }, names, only: document }))
  return failures.filter((failure) => !isTextKey(failure)).sort(byPath)
}

/** Whether the failure is an unknown text key. The designer has no platform texts; a missing language in a text stays a failure. */
function isTextKey({ code, expected }: DocumentFailure): boolean {
  return code === 'TEXT_MISSING' && expected.startsWith('a text "')
}

function byPath(left: DocumentFailure, right: DocumentFailure): number {
  return left.path < right.path ? -1 : left.path > right.path ? 1 : 0
}

interface Known {
  keywords: ReturnType<typeof keywordValues>
  documents: readonly LinkedDocument[]
}
const knownOf = new WeakMap<Vocabulary, Known>()

function known(vocabulary: Vocabulary): Known {
  const before = knownOf.get(vocabulary)
  if (before) return before
  const keywords = vocabulary.keywords.map((content) => linked('keyword', content.id, content))
  const enums = Object.entries(vocabulary.enums).map(([id, content]) => linked('enum', id, content))
  const app = linked('app', 'platform.app', { permissions: vocabulary.permissions })
  const made = { keywords: keywordValues(keywords), documents: [...keywords, ...enums, app] }
  knownOf.set(vocabulary, made)
  return made
}

function linked(kind: ParsedDocument['kind'], id: string, content: object): LinkedDocument {
  return { file: '', kind, id, content: content as unknown as ParsedDocument['content'], marks: [], sound: true }
}
