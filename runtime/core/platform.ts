/** What the loader, validator and linker produce from documents: one frozen `Platform`. Read by the server, by scripts and by tests;
 *  the browser gets only the parts of it that a person may see. */
import type { AppDocument, DocumentOf, Kind } from './documents.ts'

/** One document as found, before validation. `file` is relative to the project, or `document:<id>@<hash>` for stored ones. */
export interface RawDocument {
  file: string
  text: string
  /** Of a file: another one whenever the text may be another. */
  revision?: string
}

/** Names that documents may use and code provides, found by file name (`plugins/notes/add.handler.ts` provides the handler `notes.add`). */
export interface Names {
  handlers: ReadonlySet<string>
  /** Form controls and node widgets. */
  widgets: ReadonlySet<string>
  providers: ReadonlySet<string>
  /** Step kinds for `{ "do": name }`. */
  steps: ReadonlySet<string>
  /** Checks of keywords in `runtime/core/keywords/`. */
  keywords: ReadonlySet<string>
  /** Icons that can be drawn. */
  icons: ReadonlySet<string>
}

export type Lang = 'zh' | 'en'

export interface Platform {
  readonly app: AppDocument
  readonly documents: { readonly [K in Kind]: ReadonlyMap<string, DocumentOf[K]> }
  /** Flat key -> text, e.g. `error.CALL_INPUT`. */
  readonly texts: Readonly<Record<Lang, Readonly<Record<string, string>>>>
  /** Hash over all documents and texts; changes when anything changes. */
  readonly hash: string
  /** @throws DOCUMENT_UNKNOWN */
  get<K extends Kind>(kind: K, id: string): DocumentOf[K]
}

/** One mistake in a document. All mistakes are collected before anything is refused. */
export interface DocumentFailure {
  code: string
  file: string
  /** JSON Pointer into the document, `''` for the whole. */
  path: string
  expected: string
  found: string
  suggestion: string
}
