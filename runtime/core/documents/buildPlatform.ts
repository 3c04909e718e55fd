/** The pipeline of documents: parse -> validate -> link -> freeze. Called by the server at start-up and on a change, by scripts and by tests.
 *  All failures of all documents are collected before anything is refused. */
import type { DocumentOf, KeywordDocument, Kind, LocalText } from '../documents.ts'
import { AgonError } from '../errors.ts'
import type { DocumentFailure, Names, Platform, RawDocument } from '../platform.ts'
import { keywordTexts } from '../validation/keywordTexts.ts'
import { contentHash } from './contentHash.ts'
import { DocumentIndex } from './documentIndex.ts'
import type { FailureCode } from './failure.ts'
import { deepFreeze, FrozenMap } from './freeze.ts'
import { linkDocuments } from './linkDocuments.ts'
import { linkTexts } from './linkTexts.ts'
import { KINDS, type ParsedDocument } from './parseDocument.ts'
import { parseTexts } from './parseTexts.ts'
import { readDocuments } from './readDocuments.ts'
import { layTexts, textsDocuments } from './textsDocuments.ts'

/** `passedOver`: mistakes that prevent publishing stored documents but do not prevent the start of a server. The feature concerned stays off. */
export type BuiltPlatform =
  | { platform: Platform; passedOver: DocumentFailure[]; failures?: undefined }
  | { platform?: undefined; passedOver?: undefined; failures: DocumentFailure[] }

/** A release may have stricter checks than the one that published a document. The server starts despite failures with these codes, because the
 * platform itself refuses what they name, or because the document works as before and only does not do what its author meant. */
const PASSED_OVER: ReadonlySet<string> = new Set<FailureCode>([
  'ACCESS_REACH',
  'CALL_NOT_OFFERED',
  'CALL_WRITES',
  'COMPARISON',
  'INDEX',
  'LIMIT',
  'NEVER_TRUE',
  'PERMISSION_IDLE',
  'SKIN_TOKEN',
  'SOURCE_CLOSED',
  'STEP_EMPTY',
  'STEP_LATER',
])

/**
 * @param raws   all `*.<kind>.json` files and published stored documents, any order; a stored one takes the place of the file with its id
 * @param texts  all locale files (`schemas/locales/{zh,en}/*.json`), unparsed
 * @param names  what code provides
 * @param anew   link documents also where nothing that they depend on has changed
 * @returns      the frozen platform, or every failure (sorted by file and path)
 */
export function buildPlatform(raws: readonly RawDocument[], texts: readonly RawDocument[], names: Names, anew = false): BuiltPlatform {
  const parsedTexts = parseTexts(texts)
  const { documents, broken, failures } = readDocuments(raws)
  const shipped = textsDocuments(parsedTexts)
  const laid = layTexts(
    shipped,
    documents.filter(({ kind, file }) => kind === 'texts' && isStored(file)),
    parsedTexts.texts,
  )
  const whole = [...documents.filter(({ kind, file }) => kind !== 'texts' || !isStored(file)), ...laid.documents]
  const shippedTexts = new Map(shipped.map(({ id, content }) => [id, content.texts as Record<string, LocalText>]))
  const linked = linkDocuments({ index: new DocumentIndex(whole, broken), texts: laid.texts, names, shippedTexts, anew })
  const all = [...parsedTexts.failures, ...linkTexts(parsedTexts), ...failures, ...linked]
  const passedOver = documents.some(({ file }) => isStored(file)) ? all.filter(({ code }) => PASSED_OVER.has(code)) : []
  if (all.length > passedOver.length) return { failures: sortFailures(all) }
  return { platform: freezePlatform(whole, laid.texts), passedOver: sortFailures(passedOver) }
}

function isStored(file: string): boolean {
  return file.startsWith('document:')
}

/** By file, then by path. */
export function sortFailures(failures: DocumentFailure[]): DocumentFailure[] {
  return failures.sort((a, b) => compare(a.file, b.file) || compare(a.path, b.path))
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

function freezePlatform(documents: readonly ParsedDocument[], ownTexts: Platform['texts']): Platform {
  const sorted = [...documents].sort((a, b) => compare(a.kind, b.kind) || compare(a.id, b.id))
  const maps = Object.fromEntries(
    KINDS.map((kind) => [
      kind,
      new FrozenMap(sorted.filter((document) => document.kind === kind).map((document) => [document.id, deepFreeze(document.content)])),
    ]),
  ) as unknown as Platform['documents']
  const texts = withKeywordTexts([...maps.keyword.values()], ownTexts)
  return Object.freeze(platformOf(Object.freeze(maps), deepFreeze(texts)))
}

function hashOfAll(maps: Platform['documents'], texts: Platform['texts']): string {
  const hashes = [...KINDS].sort().flatMap((kind) => [...maps[kind]].map(([id, content]) => [kind, id, hashOf(content)]))
  return contentHash([hashes, sortedEntries(texts.zh), sortedEntries(texts.en)])
}

/** A separate function, because the platform keeps everything its closure sees, and marks need more memory than documents. */
function platformOf(maps: Platform['documents'], texts: Platform['texts']): Platform {
  let hash: string | undefined
  return {
    app: [...maps.app.values()][0]!,
    documents: maps,
    texts,
    // a check of documents does not need it
    get hash() {
      hash ??= hashOfAll(maps, texts)
      return hash
    },
    get<K extends Kind>(kind: K, id: string): DocumentOf[K] {
      const found = maps[kind].get(id)
      if (found === undefined) throw new AgonError('DOCUMENT_UNKNOWN', { kind, id })
      return found
    },
  }
}

const hashes = new WeakMap<object, string>()

/** Hash of a frozen content. */
function hashOf(content: object): string {
  const hash = hashes.get(content) ?? contentHash(content)
  hashes.set(content, hash)
  return hash
}

/** The messages of keywords are texts like others: `keyword.<name>.<code>`. */
function withKeywordTexts(keywords: readonly KeywordDocument[], texts: Platform['texts']): Platform['texts'] {
  return { zh: { ...texts.zh, ...keywordTexts(keywords, 'zh', texts.zh) }, en: { ...texts.en, ...keywordTexts(keywords, 'en', texts.en) } }
}

function sortedEntries(texts: Readonly<Record<string, string>>): [string, string][] {
  return Object.entries(texts).sort(([a], [b]) => compare(a, b))
}
