/** What all checks of the linker share: the documents, the names and texts they may use, and the list of failures. */
import type { EnumDocument, Kind, LocalText } from '../documents.ts'
import { compileExpression } from '../expressions/compileExpression.ts'
import type { ScopeTypes } from '../expressions/types.ts'
import type { DocumentFailure, Lang, Names } from '../platform.ts'
import type { DocumentIndex, LinkedDocument, Reads } from './documentIndex.ts'
import type { FailureCode } from './failure.ts'
import { suggest } from './suggest.ts'

export interface LinkerInput {
  index: DocumentIndex
  texts: Readonly<Record<Lang, Readonly<Record<string, string>>>>
  names: Names
  /** The document belongs to one object. Anyone who may edit that object can store it, and others run it with their own rights. */
  standalone?: boolean
  /** Id of a texts document -> the words that it may replace. */
  shippedTexts?: ReadonlyMap<string, Readonly<Record<string, LocalText>>>
  /** Hears what is in scope of each place that the linker comes by. */
  watch?: Watch
}

export type Watch = (place: { document: LinkedDocument; path: string; scope: ScopeTypes }) => void

/** A name that a step outside of a page refreshes, and what one page that runs the step knows. */
export interface Refreshed {
  document: LinkedDocument
  path: string
  name: string
  isKnown: boolean
  known: Iterable<string>
}

/** What linking one document came to. */
export interface Noted {
  reads: Reads
  used: string[]
  refreshed: Refreshed[]
}

export class Linker {
  readonly index: DocumentIndex
  readonly #texts: LinkerInput['texts']
  readonly #names: Names
  readonly shippedTexts: NonNullable<LinkerInput['shippedTexts']>
  readonly standalone: boolean
  /** Tells of a place and its scope; few linkers have who listens. */
  readonly sees: Watch
  readonly failures: DocumentFailure[] = []
  /** Expressions that were checked against a scope, as file#path. A test makes sure that none is forgotten. */
  readonly checked = new Set<string>()
  /** Actions and tables (`action <id>`) that some place shows: they are checked over its scope, the others without one. */
  readonly used = new Set<string>()
  /** Permission codes that the enum lacks, and every place that names one. */
  readonly unknownPermissions = new Map<string, { document: LinkedDocument; path: string }[]>()
  /** What is refreshed by steps that stand outside of a page, by their place: reported only when no page that runs them knows the name. */
  readonly refreshed = new Map<string, Refreshed & { known: Set<string> }>()
  /** How often something was found wrong, the same place twice included. */
  reports = 0
  readonly #seen = new Set<string>()
  #noted: Noted | undefined

  constructor({ index, texts, names, standalone = false, shippedTexts = new Map(), watch = () => {} }: LinkerInput) {
    this.standalone = standalone
    this.sees = watch
    this.shippedTexts = shippedTexts
    this.index = index
    this.#texts = texts
    this.#names = names
    index.give('texts', () => [texts.zh, texts.en].flatMap((words) => Object.entries(words).flat()))
    index.give('names', () => Object.values(names).flatMap((known) => ['', ...known]))
  }

  get texts(): LinkerInput['texts'] {
    this.index.asks('texts')
    return this.#texts
  }

  get names(): Names {
    this.index.asks('names')
    return this.#names
  }

  /** Runs checks of one document and adds to `noted` what they ask and say. @returns whether nothing was wrong */
  noting(noted: Noted, checks: () => void): boolean {
    const before = this.reports
    this.#noted = noted
    this.index.reading(noted.reads, checks)
    this.#noted = undefined
    return this.reports === before
  }

  /** Notes that a place shows an action, a table or a fragment (`action <id>`). */
  use(name: string): void {
    this.used.add(name)
    this.#noted?.used.push(name)
  }

  noteRefreshed(one: Refreshed): void {
    const key = `${one.document.file}#${one.path}`
    const noted = this.refreshed.get(key) ?? { ...one, isKnown: false, known: new Set<string>() }
    noted.isKnown ||= one.isKnown
    for (const each of one.known) noted.known.add(each)
    this.refreshed.set(key, noted)
    this.#noted?.refreshed.push(one)
  }

  /** Adds a failure. A mistake that is found twice at one place is added once. */
  report(
    document: Pick<LinkedDocument, 'file' | 'places' | 'writtenAt'>,
    failure: { code: FailureCode } & Omit<DocumentFailure, 'file' | 'code'>,
  ): void {
    const written = document.writtenAt ? document.writtenAt(failure.path) : failure.path
    if (written === null) return
    this.reports += 1
    const path = document.places?.tell(written) ?? written
    const key = `${document.file}\n${path}\n${failure.code}`
    if (this.#seen.has(key)) return
    this.#seen.add(key)
    this.failures.push({ code: failure.code, file: document.file, path, ...rest(failure) })
  }

  /** Adds a failure when `name` is not among the known ones. @returns whether it is known */
  known(document: LinkedDocument, code: FailureCode, path: string, what: string, name: string, known: Iterable<string>): boolean {
    const names = known instanceof Set ? (known as ReadonlySet<string>) : new Set(known)
    if (names.has(name)) return true
    this.report(document, { code, path, expected: what, found: `"${name}"`, suggestion: suggest(name, names) })
    return false
  }

  /** Codes of an enum, or undefined when it is unknown or unsound (which is reported elsewhere). */
  codes(id: string | undefined): readonly (string | number)[] | undefined {
    return id === undefined ? undefined : (this.index.get('enum', id) as EnumDocument | undefined)?.values.map(({ code }) => code)
  }

  /** The one app document, when it is sound. */
  get app() {
    return this.index.of('app')[0]?.content
  }

  /** Paths that an expression reads; none when it is unsound. */
  references(source: string, scope?: ScopeTypes): readonly (readonly string[])[] {
    try {
      return compileExpression(source, scope).references
    } catch {
      return []
    }
  }

  /** Ids of a kind. */
  ids(kind: Kind): string[] {
    return this.index.ids(kind)
  }
}

function rest({ expected, found, suggestion }: Omit<DocumentFailure, 'file' | 'code'>) {
  return { expected: cut(expected), found: cut(found), suggestion: cut(suggestion) }
}

/** Most characters of a message about a mistake: hostile or pasted content may be very long. */
const MAX_REPORTED = 2_000

function cut(text: string): string {
  return text.length > MAX_REPORTED ? `${text.slice(0, MAX_REPORTED)}...` : text
}
