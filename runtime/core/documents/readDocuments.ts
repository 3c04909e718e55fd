/** The first half of the pipeline: texts of files -> documents with marks, and every failure of their names and shape. */

import { type FindMembers, noMembers } from '../defaults/FindMembers.ts'
import { fillAddresses, type Routes } from '../defaults/fillAddresses.ts'
import { fillDocument } from '../defaults/fillDocument.ts'
import { MemberSources } from '../defaults/MemberSources.ts'
import type { Kind } from '../documents.ts'
import { longForm } from '../language/longForm.ts'
import { takeNested } from '../language/nestedForm.ts'
import { callsOf } from '../language/resourceForm.ts'
import type { Json } from '../language/shortForm.ts'
import type { DocumentFailure, RawDocument } from '../platform.ts'
import type { LinkedDocument } from './documentIndex.ts'
import { type FailureCode, show } from './failure.ts'
import { filledOnce, joinDocuments } from './joinDocuments.ts'
import { formatVersion } from './migrateDocument.ts'
import { fileOf, type ParsedDocument, parseDocument, readFileName } from './parseDocument.ts'
import { type Details, ShapedDocument, withContent } from './shapedDocument.ts'
import { type KeywordValues, type Validation, validateDocument } from './validateDocument.ts'

export interface ReadDocuments {
  documents: LinkedDocument[]
  /** Files that could not be read as documents. References to them are not reported again. */
  broken: { kind: Kind; id: string }[]
  failures: DocumentFailure[]
}

/** Stored documents (`document:<id>.<kind>@<hash>`) take the place of built-in ones with the same kind and id. */
export function readDocuments(raws: readonly RawDocument[]): ReadDocuments {
  const result: ReadDocuments = { documents: [], broken: [], failures: [] }
  const parsed: ParsedDocument[] = []
  for (const raw of raws) {
    const one = parseDocument(raw)
    if ('document' in one) parsed.push(one.document)
    else {
      result.failures.push(...one.failures)
      const name = readFileName(raw.file)
      if ('kind' in name) result.broken.push(name)
    }
  }
  const written = parsed.map(withMade)
  const chosen = chosenOf(written)
  result.failures.push(...duplicateIds(chosen), ...appFailures(chosen, result.broken))
  const keywords = keywordValues(chosen)
  const routes = routesOf(chosen)
  const memberSources = new MemberSources(
    written.flat(),
    (document, membersOf) => shapedOf(document, { keywords, routes, membersOf }).content,
  )
  for (const document of chosen)
    result.documents.push(shapeDocument(document, keywords, result.failures, { membersOf: memberSources.membersOf, routes }))
  result.failures.push(...keywordClashes(chosen))
  return { ...result, documents: fillEnums(joinDocuments(result.documents), result.failures) }
}

/** A document, and all that it stands for. */
type Written = [own: ParsedDocument, ...made: ParsedDocument[]]

/** The document with ids in place of what is nested in it, and all that it stands for: what is nested, and of a resource its calls. */
function withMade(document: ParsedDocument): Written {
  const { file, kind, id } = document
  const { content, made } = takeNested(id, document.content)
  const calls = kind === 'resource' ? callsOf(id, content) : []
  const own = content === document.content ? document : ({ ...document, content } as ParsedDocument)
  return [own, ...[...made, ...calls].map((each) => ({ file, ...each }) as ParsedDocument)]
}

/** The file, and those that it stands for besides, as if each were a file of its own. */
export function madeFiles(raw: RawDocument): RawDocument[] {
  const parsed = parseDocument(raw)
  if (!('document' in parsed)) return [raw]
  const [own, ...made] = withMade(parsed.document)
  const first = own === parsed.document ? raw : { ...raw, text: JSON.stringify(own.content) }
  return [first, ...made.map(({ kind, id, content }) => ({ file: fileOf(kind, id), text: JSON.stringify(content) }))]
}

/** What serves: a stored document takes the place of what a file says, and one of its own that of what another stands for. What is nested in a file that
 *  is replaced stays; the calls of a resource that is replaced go. */
function chosenOf(written: readonly Written[]): ParsedDocument[] {
  const storedOnes = written.filter(([own]) => isStored(own))
  const stored = new Set(storedOnes.map(([own]) => nameOf(own)))
  const replaced = new Set(storedOnes.flat().map(nameOf))
  return written.flatMap(([own, ...made]) => {
    if (isStored(own)) return [own, ...made.filter((each) => !stored.has(nameOf(each)))]
    const isReplaced = replaced.has(nameOf(own))
    const kept = isReplaced ? made.filter(({ kind }) => kind !== 'call') : [own, ...made]
    return kept.filter((each) => !replaced.has(nameOf(each)))
  })
}

/** Enums whose values are documents get their values. An enum without values is a mistake. */
function fillEnums(documents: readonly LinkedDocument[], failures: DocumentFailure[]): LinkedDocument[] {
  return documents.map((document) => {
    const { kind, content, sound } = document
    if (kind !== 'enum' || !sound) return document
    const written = content.values as unknown[]
    const named = documents
      .filter((other) => other.kind === content.documents && other.content.into === undefined)
      .sort((a, b) => (a.id < b.id ? -1 : 1))
    if (named.length === 0 && written.length > 0) return document
    const values = [...written, ...named.map(({ id, content: { title } }) => ({ code: id, label: title }))]
    if (values.length > 0)
      return withContent(
        document,
        filledOnce(
          content,
          named.map((other) => other.content),
          () => ({ ...content, values }),
        ),
      )
    const suggestion = 'add "values", or "documents" with a kind of which there are some'
    failures.push(failure('KEY_MISSING', document, '', 'an enum with "values"', 'none', suggestion))
    return withContent(document, content, { sound: false })
  })
}

/** What a document may ask of the others while it is read. */
interface Others {
  keywords: KeywordValues
  membersOf: FindMembers
  /** Absent for a document looked at by itself: its addresses keep the ids of their pages. */
  routes?: Routes
}

interface Shaped {
  keywords: KeywordValues
  /** Whether its addresses were filled, and the pages that they name, with their routes. */
  isRouted: boolean
  named: ReadonlyMap<string, readonly string[] | undefined>
  content: ParsedDocument['content']
  findings: Validation['findings']
  /** The members taken from other documents. The document stays the same object while they do. */
  taken: readonly Taken[]
  /** They need more memory than the documents and are asked for by few, so they are kept only while there is room. */
  details: WeakRef<Details>
}

interface Taken {
  kind: Kind
  id: string
  provided: Json | undefined
}
const shapedBefore = new WeakMap<object, Shaped>()

/** Brings one document to its long form, fills it and holds it against its meta-schema, once while it and what it takes from others stay the same
 *  objects; failures are added to the list. */
export function shapeDocument(
  document: ParsedDocument,
  keywords: KeywordValues,
  failures: DocumentFailure[],
  others: Omit<Others, 'keywords'> = { membersOf: noMembers },
): LinkedDocument {
  const shaped = shapedOf(document, { keywords, ...others })
  const { content, findings } = shaped
  failures.push(...findings.map(({ code, ...rest }) => ({ code, file: document.file, ...rest })))
  const old = versionFailure({ ...document, content })
  if (old !== undefined && findings.length === 0) failures.push(old)
  const sound = findings.length === 0
  return new ShapedDocument({ ...document, content }, sound, () => detailsOf(shaped, document, { keywords, ...others }))
}

function detailsOf(shaped: Shaped, document: ParsedDocument, others: Others): Details {
  const known = shaped.details.deref()
  if (known !== undefined) return known
  const { details } = shape(document, others)
  shaped.details = new WeakRef(details)
  return details
}

function shapedOf(document: ParsedDocument, others: Others): Shaped {
  const before = shapedBefore.get(document.content)
  const isSame = before?.keywords === others.keywords && areRoutesSame(before, others)
  if (isSame && before.taken.every(({ kind, id, provided }) => others.membersOf(kind, id) === provided)) return before
  const { details, ...rest } = shape(document, others)
  const shaped = { keywords: others.keywords, ...rest, details: new WeakRef(details) }
  shapedBefore.set(document.content, shaped)
  return shaped
}

/** A page that is not there is looked for each time: what it may have been meant to be hangs on all pages. */
function areRoutesSame({ isRouted, named }: Shaped, { routes }: Others): boolean {
  return isRouted === (routes !== undefined) && [...named].every(([page, known]) => known !== undefined && routes?.get(page) === known)
}

function shape(
  { kind, id, content, places: around }: ParsedDocument,
  { keywords, membersOf, routes }: Others,
): Omit<Shaped, 'keywords' | 'details'> & { details: Details } {
  const taken: Taken[] = []
  const long = longForm(kind, id, content)
  const filled = fillDocument(kind, long.content, (sourceKind, name) => {
    const provided = membersOf(sourceKind, name)
    taken.push({ kind: sourceKind, id: name, provided })
    return provided
  })
  const addressed = fillAddresses(filled.content, routes)
  const places = around ? long.places.within(around) : long.places
  for (const { to, from } of filled.moves) places.move(to, places.sourceOf(from))
  const { findings, marks } = validateDocument(kind, addressed.content, keywords)
  const placed = [...filled.findings, ...addressed.findings, ...findings].map((finding) => ({
    ...finding,
    path: places.tell(finding.path),
  }))
  return {
    content: addressed.content as ParsedDocument['content'],
    findings: [...long.findings.map((finding) => ({ ...finding, path: around?.tell(finding.path) ?? finding.path })), ...placed],
    details: { marks, places },
    taken,
    isRouted: routes !== undefined,
    named: addressed.named,
  }
}

let routesBefore: { text: string; routes: Routes } | undefined

/** Page -> its routes; the same map while the routes are the same. */
function routesOf(documents: readonly ParsedDocument[]): Routes {
  const pages = documents.flatMap(({ kind, id, content: { routes } }) =>
    kind === 'page' && Array.isArray(routes) ? [[id, routes as readonly string[]] as const] : [],
  )
  const text = JSON.stringify(pages)
  if (routesBefore?.text !== text) routesBefore = { text, routes: new Map(pages) }
  return routesBefore.routes
}

let keywordsBefore: { contents: readonly ParsedDocument['content'][]; values: KeywordValues } | undefined

/** Keyword -> schema of its value; the same map while the keywords are the same. */
export function keywordValues(documents: readonly ParsedDocument[]): KeywordValues {
  const contents = documents
    .filter(({ kind, content }) => kind === 'keyword' && typeof content.keyword === 'string')
    .map(({ content }) => content)
  const before = keywordsBefore?.contents
  if (before?.length !== contents.length || contents.some((content, index) => content !== before[index])) {
    const values = new Map(contents.map(({ keyword, value }) => [keyword as string, (value ?? {}) as Record<string, unknown>]))
    keywordsBefore = { contents, values }
  }
  return keywordsBefore!.values
}

function versionFailure({ kind, file, content }: ParsedDocument): DocumentFailure | undefined {
  const current = formatVersion(kind)
  if (content.version === current) return undefined
  const suggestion = `write "version": ${current}`
  return {
    code: 'VERSION_UNKNOWN',
    file,
    path: '/version',
    expected: `${current}, the format of this release`,
    found: show(content.version),
    suggestion,
  }
}

function isStored({ file }: ParsedDocument): boolean {
  return file.startsWith('document:')
}

function nameOf({ kind, id }: ParsedDocument): string {
  return `${kind} ${id}`
}

function duplicateIds(documents: readonly ParsedDocument[]): DocumentFailure[] {
  const owners = new Map<string, string>()
  return documents.flatMap((document) => {
    const owner = owners.get(nameOf(document))
    if (owner === undefined) owners.set(nameOf(document), document.file)
    return owner === undefined
      ? []
      : [
          failure(
            'ID_DUPLICATE',
            document,
            document.places?.tell('') ?? '/id',
            'an id that no other document of the kind has',
            `"${document.id}", also ${owner}`,
            'rename one of the two files; sub-folders are no part of an id',
          ),
        ]
  })
}

function appFailures(documents: readonly ParsedDocument[], broken: ReadDocuments['broken']): DocumentFailure[] {
  const apps = documents.filter(({ kind }) => kind === 'app')
  const expected = 'exactly one app document'
  if (apps.length === 0 && !broken.some(({ kind }) => kind === 'app')) {
    return [failure('APP_COUNT', { file: 'schemas/' }, '', expected, 'none', 'add schemas/<area>/<name>.app.json')]
  }
  return apps.slice(1).map((app) => failure('APP_COUNT', app, '', expected, `also ${apps[0]?.file}`, 'remove one of the two'))
}

function keywordClashes(documents: readonly ParsedDocument[]): DocumentFailure[] {
  const owners = new Map<unknown, string>()
  return documents.flatMap((document) => {
    const { keyword } = document.content
    if (document.kind !== 'keyword' || typeof keyword !== 'string') return []
    const owner = owners.get(keyword)
    if (owner === undefined) owners.set(keyword, document.file)
    return owner === undefined
      ? []
      : [
          failure(
            'KEYWORD_CLASH',
            document,
            '/keyword',
            'a keyword that no other document declares',
            `"${keyword}", also ${owner}`,
            'choose another name',
          ),
        ]
  })
}

function failure(
  code: FailureCode,
  { file }: { file: string },
  path: string,
  expected: string,
  found: string,
  suggestion: string,
): DocumentFailure {
  return { code, file, path, expected, found, suggestion }
}
