/** The contracts between the kernel and plugins: what a handler receives, what a session is, what a widget may use.
 *  Plugins import from here and from nowhere else in the kernel. */
import type { FormDocument, LocalText, PrintDocument } from './documents.ts'
import type { Prefilled } from './form/prefillAnswers.ts'
import type { Score } from './form/scoreAnswers.ts'
import type { DocumentFailure, Lang, Platform } from './platform.ts'
import type { PrintProblem } from './print/fillPrint.ts'
import type { ChangeLog, RowService } from './rowService.ts'
import type { ImpactAnswer } from './studio/formImpact.ts'

export type { ChangeLog, EntityName, EntityRow, RowRead, RowService, RowWhere } from './rowService.ts'

/** A permission held: everywhere (`scope` null) or on one object (`scope` "organisation", `objectId` its id). */
export interface Grant {
  permission: string
  scope: string | null
  objectId: string | null
}

/** Who is asking. Visitors have `userId` null and the visitor roles' permissions. */
export interface Session {
  userId: string | null
  sessionId: string | null
  /** The identity in use (`<kind>:<scope>:<object id>`): the chosen one, or the only one. The operation log shows it. */
  identity: string | null
  name: string | null
  grants: readonly Grant[]
  /** Identities of the person. With several and none chosen, `identity` is null and the rights of all of them apply. */
  identities?: readonly string[]
  /** A program acts with an API key of the person: `grants` are narrowed to its object, and only calls of its scopes answer. */
  key?: { id: string; scopes: readonly string[] }
  /** The session shows what someone else may see, and can write nothing. `name` is that person's; `actorId` is the person who really asks. */
  seeing?: {
    name: string
    actorId: string
    actorName: string /** The person's own rights, reduced to those of a role: no one else's view is shown. */
    narrowed?: boolean
  }
}

/** What expressions see as `session`. */
export interface SessionFacts {
  userId: string | null
  signedIn: boolean
  name: string | null
  identity: string | null
  /** Number of identities the person can choose from. */
  identities: number
  /** Name of the person whose view is shown; null otherwise. */
  seeing: string | null
  /** Permission codes held on any object. */
  permissions: readonly string[]
}

/** Left open by the core; `plugins/generated/tables.ts` fills it in from the entities. */
// biome-ignore lint/suspicious/noEmptyInterface: it is filled by declaration merging
export interface ServerParts {}
/** Entity -> its row as it is read, and the values that a write takes; filled in by generated code. */
// biome-ignore lint/suspicious/noEmptyInterface: it is filled by declaration merging
export interface EntityTypes {}
/** Flow -> the row whose status it changes; filled in by generated code. */
// biome-ignore lint/suspicious/noEmptyInterface: it is filled by declaration merging
export interface FlowTypes {}
export type FlowRow<F extends string> = F extends keyof FlowTypes ? FlowTypes[F] : Record<string, unknown>
/** The server's query builder, over the tables of all entities. */
export type Database = ServerParts extends { database: infer D } ? D : never
/** The same, for code that learns the entity at run time: tables and columns by name, values unknown. */
export type OpenDatabase = ServerParts extends { openDatabase: infer D } ? D : never

export interface JobTime {
  inSeconds?: number
  /** Id of the person whose rights the job has instead of the asker's. */
  as?: string
}

export interface JobProgress {
  /** 0..1 */
  done: number
  /** Text key or plain number facts for it. */
  note?: string
}

/** Everything outside itself that a handler may use. In a write, `db` is the write's transaction. */
export interface HandlerContext {
  db: Database
  /** `db` for tables whose entity is known only at run time (`tableName` of its id). */
  tables: OpenDatabase
  /** Statements on a separate connection: they are kept even when the call fails. For counting tries; never for rows that this call has changed. */
  ownConnection: Database
  platform: Platform
  session: Session
  now: Date
  lang: Lang
  /** Public address of the platform, without a final slash. Links in messages begin with it. */
  site: string
  /** `network`: the network that is counted for this address; the /64 for IPv6. */
  request: {
    id: string
    ip: string
    network: string
    isSecure?: boolean
    headers: Readonly<Record<string, string | string[] | undefined>>
  }
  /** Takes an advisory lock until the end of the transaction. */
  lock(name: string, key: string): Promise<void>
  /** Ends the call with a declared error code; texts are looked up as `@error.CODE`. */
  fail(code: string, details?: Record<string, unknown>): never
  /** Runs another call inside this one: same transaction, same session, access checked. */
  call<T = unknown>(id: string, input: Record<string, unknown>): Promise<T>
  /** Applies a transition of a flow to one row: checks the present status, permission and condition, applies the effects, writes the log entry. Returns the new row. */
  transition<F extends string>(flow: F, transition: string, rowId: string, input?: Record<string, unknown>): Promise<FlowRow<F>>
  /** The error with which the transition would fail because the limit of an effect is reached; null while there is room. It reads once, to refuse early before
   *  anything is written; the effect itself enforces the limit. `row` has the refs whose counters the effects change. */
  limitReached(
    flow: string,
    transition: string,
    row: Readonly<Record<string, unknown>>,
  ): Promise<{ code: string; details: Record<string, string> } | null>
  /** Reads one row, writes rows. */
  rows: RowService
  /** Adds a row of an entity and its entry in the operation log. Returns the id. */
  add<E extends keyof EntityTypes>(entity: E, values: EntityTypes[E]['add'], log?: ChangeLog): Promise<string>
  /** Writes columns of a row, and their old and new values into the operation log. `before`: the row as it was read under its lock; columns it lacks have no
   *  old value in the entry. */
  change<E extends keyof EntityTypes>(entity: E, before: { id: string }, change: EntityTypes[E]['change'], log?: ChangeLog): Promise<void>
  /** Removes a row. The operation log keeps the columns that are given. */
  remove<E extends keyof EntityTypes>(entity: E, before: { id: string }, log?: ChangeLog): Promise<void>
  /** Adds an entry to the operation log inside the transaction; operations declared in JSON log themselves. */
  record(entry: LogEntry): Promise<void>
  /** Queues a job. It starts after the commit and at least `inSeconds` later, with the rights of the asker or of `as`. Returns the id of the job. */
  enqueue(handler: string, input: Record<string, unknown>, when?: JobTime): Promise<string>
  /** Reads a stored file, or bytes that came from outside, by a decoder (`plugins/<area>/decoders/<name>.decoder.ts`) in a process apart:
   *  `context.decode<typeof copy>('review.copy', file, data)`. Never inside a transaction. @throws FILE_EXCESSIVE, FILE_UNREADABLE, BUSY, what the decoder refuses with */
  decode<D extends Decoder>(decoder: D['name'], source: StoredFile | Uint8Array, data: DecoderData<D>): Promise<Decoded<DecoderValue<D>>>
  /** In a job with `waits`: a transaction for what is written together. Elsewhere the work joins the transaction of the call. */
  write<T>(work: (context: HandlerContext) => Promise<T>): Promise<T>
  /** Runs a computation of a plugin (`plugins/<area>/<name>.computation.ts`) in a separate thread; for jobs with `waits`. Never inside a transaction.
   *  @throws what it throws; COMPUTATION_TOO_LONG; BUSY while too many wait */
  compute<I, O>(computation: Computation<I, O>, data: I, progress?: (done: number) => Promise<void>): Promise<O>
  /** Writes PDF in a separate thread. Never inside a transaction: a write answers with `reply.later`, a job has `waits`. */
  pdf: PdfService
  /** In a job: reports progress. Elsewhere: does nothing. */
  progress(state: JobProgress): Promise<void>
  /** Features of an object of a scope: what it may use, and what it uses. */
  features(scope: string, id: string): Promise<FeatureUse[]>
  /** Puts a message into the outbox inside the transaction. */
  send(
    template: string,
    to: { userId?: string; address?: string; lang?: Lang },
    variables: Record<string, unknown>,
    facts?: SendFacts,
  ): Promise<void>
  /** Values of a settings document, by name. */
  settings<S = Record<string, number | boolean | string>>(id: string): S
  /** The provider behind a service document; null when none is chosen. */
  service<P>(id: string): P | null
  /** A text of the locale files in both languages, its `{{values}}` filled in. @throws Error for an unknown key */
  text(key: string, values?: Readonly<Record<string, unknown>>): LocalText
  /** The words of a template in both languages, its variables filled in. */
  words(template: string, variables: Record<string, unknown>): { subject: LocalText; text: LocalText }
  forms: FormService
  designs: DesignService
  files: FileService
  personal: PersonalDataService
  documentStore: DocumentStore
  /** Session life: for sign-in handlers. */
  sessions: SessionService
  signed: SignedValues
  /** Notices of a topic (`job:ID`, `platform`) from all processes, as they come, until `signal` aborts. */
  follow(topic: string, signal: AbortSignal): AsyncIterable<string>
  /** For raw replies (`raw: true`). */
  reply: {
    header(name: string, value: string): void
    stream(body: NodeJS.ReadableStream | Buffer): void
    /** Makes the body after the commit, when no transaction waits for it. What it throws is answered. */
    later(make: () => Promise<NodeJS.ReadableStream | Buffer>): void
    status(code: number): void
  }
}

/** Values in addresses that no one can forge. They are signed with a key that never leaves the platform. */
export interface SignedValues {
  /** A token for an address: its holder can read the value but not change it. A token for one `purpose` is refused for any other. */
  sign(purpose: string, value: string): Promise<string>
  /** The value of a token that was signed for this purpose; null for anything else. */
  read(purpose: string, token: string): Promise<string | null>
  /** A text derived from the value: always the same, and impossible to guess. */
  derive(purpose: string, value: string): Promise<string>
}

/** One feature of one object. */
export interface FeatureUse {
  /** Id of its document. */
  feature: string
  format: 'number' | 'bytes'
  /** What every object has. */
  included: number
  /** Null: not limited. Of a feature without use: 0 for no. */
  limit: number | null
  /** Null: it is had or not. */
  used: number | null
}

export interface LogEntry {
  entity: string
  rowId: string
  before: unknown
  after: unknown
  reason?: string
  /** Id of the person who acts when the session does not name them: someone who is signing in. */
  actorId?: string
  /** Fields of the log that the row does not have: the objects it belongs to. */
  of?: Readonly<Record<string, string | null>>
}

/** What a call wrote, as in the operation log, with the log's own fields. For handlers of `onWrite`: `{ rows: WrittenRow[] }`, oldest first. */
export interface WrittenRow extends LogEntry {
  readonly [field: string]: unknown
}

export interface SendFacts {
  /** Not delivered after this time, for example a code that has expired. */
  expiresAt?: Date
  /** What it is sent for, named by the sender. Two messages for the same thing cannot exist: the second one fails the call. */
  about?: string
}

/** Contract `channel`: carries messages to people. */
export interface MessageChannel {
  /** Messages stay on the platform, where staff read them: nothing in them is masked. */
  readonly local?: boolean
  /** Returns the id that the outside service gave the message. @throws DeliveryError; any other error counts as temporary */
  send(message: OutgoingMessage, signal: AbortSignal): Promise<{ reference: string | null }>
  close?(): void
}
export interface OutgoingMessage {
  /** The same for every try of one message, for services that can recognise repetitions. */
  key: string
  address: string
  subject: string
  text: string
  /** For services that store the texts themselves. */
  template: string
  variables: Readonly<Record<string, unknown>>
  /** Address to which a POST without a person ends such messages (RFC 8058). */
  unsubscribe?: string
}
/** A refused message. `permanent`: another try cannot succeed (unknown address, template not approved). */
export class DeliveryError extends Error {
  override name = 'DeliveryError'
  readonly permanent: boolean
  constructor(message: string, permanent: boolean) {
    super(message)
    this.permanent = permanent
  }
}

/** Contract `identity`: sign-in by an account of another site (OAuth 2 authorization code). */
export interface IdentityProvider {
  /** Address of the sign-in page there. It sends `state` and the code back to the path `returnTo` of this platform. */
  authorizeUrl(request: { state: string; returnTo: string }): string
  /** The person that a code identifies; null for a code that the site does not accept. */
  identify(code: string, signal: AbortSignal): Promise<OutsideIdentity | null>
}
export interface OutsideIdentity {
  /** Stays the same for one person. */
  subject: string
  name: string | null
}

/** Contract `chat`: customer service outside of the platform, which opens in a tab of its own. */
export interface ChatProvider {
  address(lang: Lang): string
}

/** Contract `webhook`: brings a signed text to an address that a stranger has named. */
export interface WebhookSender {
  /** Whether it would be tried at all: its scheme, its port, a host that is no address of a private network. */
  takes(url: string): boolean
  /** Never throws. `problem` null: the receiver took it. */
  send(request: { url: string; body: string; headers: Readonly<Record<string, string>> }): Promise<WebhookOutcome>
}
export interface WebhookOutcome {
  /** Of HTTP; null without an answer. */
  status: number | null
  problem: 'status' | 'redirect' | 'timeout' | 'network' | 'address' | null
}

/** Contract `virusScanner`: looks at a file before it is kept. */
export interface VirusScanner {
  /** Returns the name of the malware found, or null. @throws Error when the scan did not finish: the file is then not kept */
  scan(file: AsyncIterable<Buffer>): Promise<{ infected: string | null }>
}

/** The implementation of a service document, made once at the start of the server from the environment settings. */
export interface Provider<P = unknown> {
  name: string
  contract: string
  create(settings: Readonly<Record<string, string>>): P
}

/** A server plugin: `export default defineProvider('delivery.smtp', 'channel', (settings) => ...)` in `plugins/delivery/smtp.provider.ts`. */
export function defineProvider<P>(name: string, contract: string, create: Provider<P>['create']): Provider<P> {
  return Object.freeze({ name, contract, create })
}

export interface FormError {
  /** JSON Pointer into the answers. */
  path: string
  /** Keyword or logic rule: `required`, `phone`, `hiddenValue`, `forbiddenValue`, ... */
  rule: string
  /** Text key and its values; translated when the reply is written. */
  message: { key: string; values: Record<string, unknown> }
}

/** A document to be written as PDF (A4), its characters embedded. */
export interface PdfDocument {
  /** Heading of the document, and title in the file's properties. */
  title: string
  lang: Lang
  /** Formatted text (HTML): headings, paragraphs, lists, quotes, bold. Of other markup only the text is kept. */
  html: string
  /** Small text in the footer of every page, before the page number. */
  footer: string
  /** ISO 8601, of the file's properties. */
  createdAt: string
}
export interface PdfService {
  /** @throws PDF_TOO_LONG with details.max in pages; BUSY while too many wait */
  write(document: PdfDocument): Promise<Buffer>
  /** Prints one sheet for each set of values, in order. The next one is drawn after `each` has finished. @throws what `each` throws; BUSY while too many wait */
  print(order: PrintOrder, each: (sheet: PrintedSheet) => Promise<void>): Promise<void>
  /** The first side of a sheet as PNG, kept for a while. @param width  in pixels @throws BUSY while too many wait */
  picture(order: PictureOrder, width: number): Promise<Buffer>
}
export interface PictureOrder extends Pick<PrintOrder, 'print' | 'lang' | 'pictures'> {
  values: Readonly<Record<string, unknown>>
}
/** A template and the values of its sheets. */
export interface PrintOrder {
  print: PrintDocument
  lang: Lang
  /** Address as the template or the values write it -> the file. */
  pictures: ReadonlyMap<string, Uint8Array>
  /** As the operator, where the operator's key is set. */
  sign?: boolean
  /** `createdAt`: ISO 8601, of the file's properties. */
  sheets: readonly { values: Readonly<Record<string, unknown>>; createdAt: string }[]
}
/** The same template, values and moment give the same bytes. */
export interface PrintedSheet {
  /** In `sheets`. */
  index: number
  bytes: Buffer
  /** SHA-256 of the bytes, hexadecimal. */
  hash: string
  /** Title of the file. */
  heading: string
  problems: readonly PrintProblem[]
}

export interface OptionPlaces {
  /** Template path. */
  field: string
  option: string | number | boolean
  left: number
}

export interface FormService {
  /** Checks answers against a form version with the write rights of the session: refuses values of hidden and forbidden fields, computes computed
   *  fields, takes facts of files from the database. Returns the values to store. @throws FORM_INVALID with details.errors: FormError[] */
  submit(
    form: { id: string } | { hash: string },
    answers: unknown,
    context?: Record<string, unknown>,
    /** The stored answers before the change. Fields that the person may not write keep their values; files stay. */
    previous?: Record<string, unknown>,
  ): Promise<{ hash: string; answers: Record<string, unknown> }>
  /** Answers that the parameters of a link bring along: those of fields with `x-prefill` that fit the rules of the form. @throws NOT_FOUND */
  prefill(form: { id: string } | { hash: string }, given: Readonly<Record<string, unknown>>): Promise<Prefilled>
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

/** The personal data of the person who asks: all rows whose entity declares an `owner`. */
export interface PersonalDataService {
  /** Collects everything in the background into one archive that only the person can fetch. Answers the job's id; its result is a StoredFile. */
  export(): Promise<string>
  /** Erases the person's data. Each owned row is deleted, kept or anonymised, as `erasure` of its entity declares. Sessions end. Entries of the operation
   *  log stay as they were sealed. */
  erase(): Promise<void>
}

/** A file of a multipart body, as it streams in: the input of a call with `upload`. */
export interface UploadedFile {
  /** As the browser says. */
  name: string
  stream: NodeJS.ReadableStream
}

export interface StoredFile {
  id: string
  name: string
  size: number
  type: string
  width: number | null
  height: number | null
  ownerId: string | null
}
export interface FileService {
  store(stream: NodeJS.ReadableStream, facts: { name: string; purpose: string; ownerId?: string | null }): Promise<StoredFile>
  get(id: string): Promise<StoredFile | null>
  open(id: string): Promise<NodeJS.ReadableStream>
  /** Keeps bytes that the platform wrote itself: no one inspects them. @param facts.type  MIME type */
  keep(bytes: Uint8Array, facts: { name: string; type: string; purpose: string; ownerId?: string | null }): Promise<StoredFile>
  /** A stored file once more, for another row. Null when its bytes are lost. */
  copy(id: string, facts: { name: string; purpose: string }): Promise<StoredFile | null>
  /** Packs files and texts into one zip that only the asking person can download, for a week. It streams, so size does not matter. For jobs. Later entries
   *  of the same name get a number. Files whose bytes are lost are left out and listed in `missing`. */
  pack(
    name: string,
    entries: readonly PackedEntry[],
    progress?: (state: JobProgress) => Promise<void>,
  ): Promise<StoredFile & { missing: string[] }>
}
/** An entry of a zip; `name` may hold folders (`a/b.pdf`). */
export type PackedEntry = { name: string } & ({ file: string } | { text: string })

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
  heldBack: readonly DocumentName[]
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
  takeBack(kind: string, id: string): Promise<StoredDocument>
  /** The platform before this store changed it: after a publish or unpublish, as it was at that moment, under the lock. */
  platformBefore(): Platform
  /** The platform as it would be with the person's own drafts; not served. A draft with a mistake is left out alone.
   *  @param before  an earlier version of one document, in place of its draft @throws DOCUMENT_INVALID, NOT_FOUND */
  draftPlatform(before?: EarlierVersion): Promise<DraftPlatform>
  /** Every document that has a draft or a published revision in the platform. */
  overview(): Promise<StoredDocument[]>
  /** Removes the draft, published revisions stay. */
  discardDraft(kind: string, id: string): Promise<void>
  /** The built-in document, even when a customised one replaces it. */
  shipped(kind: string, id: string): object | null
  published(kind: string, id: string): Promise<StoredDocument | null>
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

export interface SessionService {
  /** Opens a session for a person who has proved their identity. The refresh token is returned once. When a second factor is set up, or a role requires
   *  it, the result is the next step instead. `secondFactor`: the second factor was proved just now. */
  open(userId: string, facts?: { identity?: string; secondFactor?: boolean }): Promise<SignedIn>
  refresh(refreshToken: string): Promise<Tokens>
  /** Records that the person has just proved their identity again. Calls with `proof` are allowed in this session for the time set in the app document. */
  noteProof(): Promise<void>
  /** For calls that need a fresh proof in some cases only. @throws PROOF_NEEDED */
  assertProof(): Promise<void>
  close(sessionId: string): Promise<void>
  /** Ends all sessions of a person except one. `reason`: a code of `account.endReason`, default `closed`. */
  closeAll(userId: string, except?: string, reason?: string): Promise<void>
  /** Makes a ticket that takes the session to the browser tab at `returnTo`. `challenge`: SHA-256 (hexadecimal) of a secret of that tab. Returns the
   *  address with the ticket. @throws RETURN_REFUSED, SESSION_REQUIRED */
  issueTicket(to: { returnTo: string; challenge: string }): Promise<{ address: string }>
  /** Exchanges a ticket, once, for new tokens of its session. @throws RETURN_REFUSED, TICKET_INVALID */
  redeemTicket(from: { ticket: string; returnTo: string; verifier: string }): Promise<Tokens>
  /** Id of the person whose sign-in waits for the second factor. @throws SIGN_IN_STEP */
  stepOf(step: string): Promise<{ userId: string; setUp: boolean }>
  /** Whether a role of the person requires a second factor and they are not exempt. */
  requiresSecondFactor(userId: string): Promise<boolean>
  /** Completes the sign-in and opens the session. The caller has checked the second factor. @throws SIGN_IN_STEP when the step was used before */
  takeStep(step: string): Promise<Tokens>
  hashPassword(password: string): Promise<string>
  /** Takes as long for a missing hash as for a wrong password. */
  verifyPassword(hash: string | null, password: string): Promise<boolean>
  /** Counts a guess at a secret from the caller's address, before the secret is checked. The count stays when the call fails, and security events
   *  name the account. @throws RATE_LIMITED with details.retryAfter in seconds */
  countGuess(at: GuessedSecret): Promise<void>
  /** Call this after writing rights or state of a person: they take effect from the next request. */
  changed(userId: string): void
  /** As `changed`, for everyone: after writing a role or the hierarchy of the objects that roles are granted on. */
  changedForAll(): void
  /** The rights of another person now, by all identities or by one. @throws SESSION_INVALID when the account is gone or disabled */
  rightsOf(userId: string, identity?: string): Promise<Session>
  /** Removes the count: the guess was right. */
  forgiveGuess(at: GuessedSecret): Promise<void>
}
/** The secret that someone tries to guess. An account has one count for each secret, whichever name was typed. */
export interface GuessedSecret {
  secret: 'password' | 'code' | 'secondFactor'
  /** Null when there is no account of that name. */
  userId: string | null
  /** The name as typed, normalised, when no account has it. */
  account: string
}
/** Result of a sign-in: tokens, or the next step. */
export type SignedIn = Tokens | { secondFactor: SecondFactorStep }
export interface SecondFactorStep {
  /** Id of the waiting sign-in; valid for a few minutes, and only for the second factor. */
  step: string
  /** True: no second factor is set up yet, and the person must do so now. */
  setUp: boolean
}
export interface Tokens {
  access_token: string
  refresh_token: string
  expires_in: number
}

/** Handler of calls -> what their documents say that it is given and must answer; `plugins/generated/handlers.ts` fills it. */
// biome-ignore lint/suspicious/noEmptyInterface: it is filled by declaration merging
export interface HandlerTypes {}
/** Input of a handler. A handler that no call names (of a job, of `onWrite`) declares its own. */
export type HandlerInput<N extends string> = N extends keyof HandlerTypes
  ? HandlerTypes[N] extends { input: infer I }
    ? I
    : never
  : Record<string, unknown>
export type HandlerOutput<N extends string> = N extends keyof HandlerTypes
  ? HandlerTypes[N] extends { output: infer O }
    ? O
    : never
  : unknown

export interface Handler<I = Record<string, unknown>, O = unknown> {
  name: string
  /** As a job it runs without a transaction. `outside`: it waits for another service, beside other jobs; `worker`: for a computation, a PDF or a decoder. */
  waits?: 'outside' | 'worker'
  run(input: I, context: HandlerContext): Promise<O> | O
}

/** A server plugin: `export default defineHandler('notes.add', async (input, context) => ...)` in `plugins/notes/add.handler.ts`. Its types are those
 *  that the call's document declares. */
export function defineHandler<N extends string, I = HandlerInput<N>, O = HandlerOutput<N>>(
  name: N,
  run: Handler<NoInfer<I>, NoInfer<O>>['run'],
  how: Pick<Handler, 'waits'> = {},
): Handler<I, O> {
  return Object.freeze({ name, run, ...how })
}

/** Work that needs seconds of processor time. It runs in a thread that has only its data: no database, no rights. */
export interface Computation<I = never, O = unknown> {
  name: string
  /** @param progress  takes the share that is done, 0 to 1 */
  run(data: I, progress: (done: number) => Promise<void>): Promise<O>
}

/** `export default defineComputation('review.assign', async (data) => ...)` in `plugins/review/assign.computation.ts`. Data and result are copied between
 *  threads: plain values and typed arrays. */
export function defineComputation<I, O>(name: string, run: Computation<I, O>['run']): Computation<I, O> {
  return Object.freeze({ name, run })
}

/** Reads bytes that came from outside. It runs in a process apart, with bounds on memory, time and what a file unpacks to; it has only the bytes and its data. */
export interface Decoder<D = never, R = unknown> {
  name: string
  /** @throws AgonError, which the caller gets; anything else means a file that cannot be read */
  run(bytes: Uint8Array, data: D, tools: DecoderTools): Promise<Decoded<R>>
}
export interface Decoded<R> {
  value: R
  /** Made from the file. */
  bytes?: Uint8Array
}
export interface DecoderTools {
  /** The parts of a zip, no more of them than a file may unpack to. @param wanted  names of parts; default all @throws FILE_EXCESSIVE */
  unzip(bytes: Uint8Array, wanted?: (name: string) => boolean): Promise<Map<string, Uint8Array>>
  /** Looks at a PDF before a library reads it. @throws FILE_EXCESSIVE, FILE_ACTIVE, FILE_UNREADABLE */
  assertPdf(bytes: Uint8Array): Promise<void>
}
export type DecoderData<D extends Decoder> = Parameters<D['run']>[1]
export type DecoderValue<D extends Decoder> = D extends Decoder<never, infer R> ? R : never

/** Name of a global that only the process that decodes has. */
export const DECODING = 'agonDecodes'

/** `export default defineDecoder('review.copy', async (bytes, data, { unzip }) => ...)` in `plugins/review/decoders/copy.decoder.ts`. The server knows a decoder by its
 *  name and its type alone. Data and value are copied between processes: plain values and bytes. */
export function defineDecoder<D, R>(name: string, run: Decoder<D, R>['run']): Decoder<D, R> {
  if (!(DECODING in globalThis)) throw new Error(`the decoder ${name} is loaded outside of the process that decodes: import its type alone`)
  return Object.freeze({ name, run })
}
