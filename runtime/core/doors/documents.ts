/** Door `context.documents`: forms, documents made at run time, settings and services. Types only. */

import type { FormTypes, SettingsName, SettingsTypes } from '../contracts.ts'
import type { FormDocument } from '../documents.ts'
import type { ScopeTypes } from '../expressions/types.ts'
import type { FillKey, Prefilled } from '../form/prefillAnswers.ts'
import type { Score } from '../form/scoreAnswers.ts'
import type { DocumentFailure, Platform } from '../platform.ts'
import type { ImpactAnswer } from '../studio/formImpact.ts'

export interface DocumentsDoor {
  readonly forms: FormService
  readonly designs: DesignService
  readonly store: DocumentStore
  /** Development: nodes of pages say where they stand. */
  readonly marksNodes: boolean
  /** Values of a settings document, by name. */
  settings<N extends SettingsName>(id: N): SettingsTypes[N]
  /** The provider behind a service document; null when none is chosen. */
  service<P>(id: string): P | null
}

export interface OptionPlaces {
  /** Template path. */
  field: string
  option: string | number | boolean
  left: number
}

export type FormName = keyof FormTypes & string

export interface FormService {
  /** Checks answers against a form version with the write rights of the session: refuses values of hidden and forbidden fields, computes computed
   *  fields, takes facts of files from the database. Returns the values to store. @throws FORM_INVALID with details.errors: FormError[] */
  submit<F extends FormName>(
    form: { id: F },
    answers: unknown,
    context?: Record<string, unknown>,
    /** The stored answers before the change. Fields that the person may not write keep their values; files stay. */
    previous?: Record<string, unknown>,
  ): Promise<{ hash: string; answers: FormTypes[F] }>
  /** A form that is known only at run time. */
  submit<I extends string>(
    form: { hash: string } | ({ id: I } & (string extends I ? unknown : never)),
    answers: unknown,
    context?: Record<string, unknown>,
    previous?: Record<string, unknown>,
  ): Promise<{ hash: string; answers: Record<string, unknown> }>
  /** Answers that the parameters of a link bring along: those of fields with `x-prefill` that fit the rules of the form; with
   *  `x-fill`, what is known of the person. @throws NOT_FOUND */
  prefill(form: { id: string } | { hash: string }, given: Readonly<Record<string, unknown>>, by?: FillKey): Promise<Prefilled>
  /** Moves the places of options from the choices of earlier answers to those of later ones; null: none are held. Call it in the transaction that
   *  stores the answers. @throws FORM_INVALID where an option is full, with its field */
  movePlaces(form: { hash: string }, before: unknown, after: unknown): Promise<void>
  /** Points of stored answers; null when no question of the form has points. @throws NOT_FOUND */
  score(form: { hash: string }, answers: Record<string, unknown>): Promise<Score | null>
  /** Options that have a number of places, with how many are free. */
  placesLeft(form: { hash: string }): Promise<OptionPlaces[]>
  /** The stored answers that the session may read, with personal values masked. `whole`: not masked, for a person's own answers and for values that never
   *  leave the server. Someone who views as another person always gets masked values. */
  read(hash: string, answers: unknown, options?: { whole?: boolean }): Promise<Record<string, unknown>>
  /** A form version as the session may see it. @throws NOT_FOUND */
  screen(
    form: { id: string } | { hash: string },
  ): Promise<{ hash: string; form: FormDocument; apart: boolean; validator: FormValidatorName }>
  /** The validator that a browser loads for its view of a form. */
  validator(form: FormDocument): Promise<FormValidatorName>
  /** The effect of publishing `content` as the form `id` on all answers and drafts of its versions. A job computes it when there are many. @throws
   *  DOCUMENT_INVALID when the content could not be published */
  impact(id: string, content: unknown, answers: AnswerPlace[]): Promise<ImpactAnswer>
}

/** Forms that rows name in fields with `designed`, for handlers that need more than the operation `design`. The caller checks permissions. */
export interface DesignService {
  /** The form of a row, stored or not. `row` has all stored fields. */
  place(entity: string, field: string, row: object): FormPlace
  read(formId: string | null): Promise<DesignedForm>
  /** The content being edited: the draft, else the published version, else the starting document under the name of the form. */
  content(place: FormPlace): Promise<FormDocument>
  /** Replaces the draft by the content and logs it. */
  store(place: FormPlace, content: object): Promise<{ formId: string; revision: string }>
}

export interface FormPlace {
  /** Null while the row names none. */
  formId: string | null
  /** The id that the form gets when it is first stored. */
  name: string
  /** Form document that a new form starts from. */
  starter: string
}

export interface DesignedForm {
  draft: StoredDocument<FormDocument> | null
  published: StoredDocument<FormDocument> | null
}

/** Input of a handler that checks forms (`check` of a field with `designed`); it answers `DocumentFailure[]`. A form is checked when it is saved and again when
 *  it is published. */
export interface FormCheck<R = Record<string, unknown>> extends DesignedForm {
  step: 'save' | 'publish'
  /** Field that names the form. */
  field: string
  row: R
}

/** Input of the handler behind a row's own document (`document` of a field). It refuses who may not design the document, and what a step must not do.
 *  Answers what is stored, for save; null for the other steps. */
export interface DocumentStep<R = Record<string, unknown>, C = object> {
  step: 'save' | 'publish' | 'restore' | 'remove'
  row: R
  /** What the designer sent; null for other steps than save. */
  content: Readonly<Record<string, unknown>> | null
  /** Null when there is none. */
  draft: StoredDocument<C> | null
}

/** Where answers of a form are stored: the entity, its fields for the version hash and the answers, and the conditions that the rows must meet. */
export interface AnswerPlace {
  entity: string
  hash: string
  answers: string
  where?: { field: string; in: readonly (string | number)[] }[]
  /** The answers are drafts. */
  drafts?: true
}

export interface FormValidatorName {
  /** `/validators/<hash>.js` */
  hash: string
  /** It contains patterns, so the regular expression engine is needed. */
  usesRegex: boolean
}

export interface StoredDocument<D = object> {
  /** Of the revision's row in `platform.document`. */
  rowId: string
  kind: string
  id: string
  revision: number
  state: 'draft' | 'published' | 'archived'
  hash: string
  content: D
  authorId: string | null
  note: string | null
  /** Whether it belongs to one object instead of the platform; null: the default of its kind (true for forms). */
  apart: boolean | null
  createdAt: string
  updatedAt: string
}

export interface DocumentName {
  kind: string
  id: string
}

/** A version of a document: the file, what is published now (the file, when nothing is), or a revision. */
export interface EarlierVersion extends DocumentName {
  version: 'shipped' | 'published' | number
}

export interface DraftPlatform {
  platform: Platform
  /** Drafts that have a mistake, and are left out. */
  skippedDrafts: readonly DocumentName[]
}

/** Documents made at run time. A published revision never changes; publishing archives the one before. */
export interface DocumentStore {
  /** `apart` is fixed by the first draft of a document. `onto`: it takes the changes of the built-in document into account.
   *  @throws CONFLICT when a later draft gives another value of `apart` */
  saveDraft(kind: string, id: string, content: unknown, note?: string, how?: { apart?: boolean; onto?: true }): Promise<StoredDocument>
  /** Published documents that do not fit this release: the built-in ones serve in their place. */
  leftOut(): Promise<readonly (DocumentName & { failures: readonly DocumentFailure[] })[]>
  /** Mistakes that prevent publishing the draft; empty without any, or without a draft. */
  failures(kind: string, id: string): Promise<readonly DocumentFailure[]>
  /** @throws DOCUMENT_INVALID with details.failures: DocumentFailure[] */
  publish(kind: string, id: string, note?: string): Promise<StoredDocument>
  /** All or nothing: they may depend on each other. @throws DOCUMENT_INVALID, NOT_FOUND */
  publishMany(documents: readonly DocumentName[], note?: string): Promise<StoredDocument[]>
  /** Mistakes that prevent publishing these drafts together. @throws NOT_FOUND */
  failuresTogether(documents: readonly DocumentName[]): Promise<readonly DocumentFailure[]>
  /** Unpublishes a document. The built-in document with its id is used again, if there is one. Revisions stay. @throws DOCUMENT_INVALID when something
   *  published needs it, NOT_FOUND */
  resetToBuiltIn(kind: string, id: string): Promise<StoredDocument>
  /** All or nothing: they may name each other. @throws DOCUMENT_INVALID, NOT_FOUND */
  resetManyToBuiltIn(documents: readonly DocumentName[]): Promise<StoredDocument[]>
  /** The platform before this store changed it: after a publish or unpublish, as it was at that moment, under the lock. */
  platformBefore(): Platform
  /** The platform as it would be with the person's own drafts; not served. A draft with a mistake is left out alone.
   *  @param before  an earlier version of one document, in place of its draft @throws DOCUMENT_INVALID, NOT_FOUND */
  draftPlatform(before?: EarlierVersion): Promise<DraftPlatform>
  /** What the linker knows at a place of the person's draft, or of the document that is served (`scopeAt`). @param place JSON Pointer */
  scopeAt(kind: string, id: string, place: string): Promise<{ scope: ScopeTypes; document: object; platform: Platform } | null>
  /** Every document that has a draft or a published revision in the platform. */
  overview(): Promise<StoredDocument[]>
  /** Removes the draft, published revisions stay. */
  discardDraft(kind: string, id: string): Promise<void>
  /** The built-in document, even when a customised one replaces it. */
  shipped(kind: string, id: string): object | null
  published(kind: string, id: string): Promise<StoredDocument | null>
  /** Files that make these published documents built-in ones, named from the project's folder. */
  asFiles(published: readonly StoredDocument[]): readonly { file: string; text: string }[]
  byHash(hash: string): Promise<StoredDocument | null>
  revisions(kind: string, id: string): Promise<StoredDocument[]>
  /** All revisions without their content, newest first. */
  history(kind: string, id: string): Promise<RevisionFacts[]>
  /** @throws NOT_FOUND */
  revision(kind: string, id: string, revision: number): Promise<StoredDocument>
  /** Publishes the content of an earlier revision again, as a new revision. A draft that differs from the published version stays a draft.
   *  @throws NOT_FOUND, DOCUMENT_INVALID */
  restore(kind: string, id: string, revision: number, note?: string): Promise<StoredDocument>
}

/** Who made a revision, when and why. */
export interface RevisionFacts {
  revision: number
  state: StoredDocument['state']
  hash: string
  authorId: string | null
  /** Null for an author who has left, or none. */
  authorName: string | null
  note: string | null
  createdAt: string
  publishedAt: string | null
}
