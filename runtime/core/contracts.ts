/** The contracts between the kernel and plugins: what a handler receives, what a session is, what a widget's siblings may rely on.
 *  Plugins import from here and from nowhere else in the kernel. */
import type { FormDocument, LocalText, PrintDocument } from './documents.ts'
import type { DocumentFailure, Lang, Platform } from './platform.ts'
import type { PrintProblem } from './print/fillPrint.ts'
import type { ImpactAnswer } from './studio/formImpact.ts'

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
  /** The hat worn (`<kind>:<scope>:<object id>`): the one chosen, or the only one there is; shown in the operation log. */
  identity: string | null
  name: string | null
  grants: readonly Grant[]
  /** Hats the person has; with several and none chosen, `identity` is null and all of their rights act. */
  identities?: readonly string[]
  /** The session only looks at what someone else may see: nothing can be written. `name` says whom; `actorId` is who really asks. */
  seeing?: {
    name: string
    actorId: string
    actorName: string /** Own rights, without those that a role lacks: no one else is looked at. */
    narrowed?: boolean
  }
}

/** What expressions see as `session`. */
export interface SessionFacts {
  userId: string | null
  signedIn: boolean
  name: string | null
  identity: string | null
  /** How many hats the person has to choose from. */
  identities: number
  /** Whose view this is, while the session only looks; null otherwise. */
  seeing: string | null
  /** Codes held anywhere. */
  permissions: readonly string[]
}

/** What the core leaves open; `plugins/generated/tables.ts` says it, from the entities. */
// biome-ignore lint/suspicious/noEmptyInterface: it is filled by declaration merging
export interface ServerParts {}
/** Entity -> what `add` and `change` take of it; filled in beside. */
// biome-ignore lint/suspicious/noEmptyInterface: it is filled by declaration merging
export interface EntityTypes {}
/** Flow -> the row it moves; filled in beside. */
// biome-ignore lint/suspicious/noEmptyInterface: it is filled by declaration merging
export interface FlowTypes {}
export type FlowRow<F extends string> = F extends keyof FlowTypes ? FlowTypes[F] : Record<string, unknown>
/** The server's query builder, over the tables of all entities. */
export type Database = ServerParts extends { database: infer D } ? D : never
/** The same, for code that learns the entity at run time: tables and columns by name, values unknown. */
export type OpenDatabase = ServerParts extends { openDatabase: infer D } ? D : never

export interface JobProgress {
  /** 0..1 */
  done: number
  /** Text key or plain number facts for it. */
  note?: string
}

/** Everything of the outside world that a handler may touch. In a write, `db` is the write's transaction. */
export interface HandlerContext {
  db: Database
  /** `db` for tables whose entity is known only at run time (`tableName` of its id). */
  tables: OpenDatabase
  /** Statements on a connection of their own: they stand also when the call fails. For counting tries; never for rows that this call has changed. */
  ownConnection: Database
  platform: Platform
  session: Session
  now: Date
  lang: Lang
  /** Public address of the platform, without a slash at its end: where addresses in messages begin. */
  site: string
  /** `network`: what the address stands for when it is counted; of IPv6 the /64. */
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
  /** Takes a transition of a flow on one row (by id): checks from, permission, condition; applies effects; logs. Answers the new row. */
  transition<F extends string>(flow: F, transition: string, rowId: string, input?: Record<string, unknown>): Promise<FlowRow<F>>
  /** The error with which the transition would fail because an effect's limit is reached already; null while there is room. One statement that reads, for
   *  saying no before anything is written: what holds is the guarded effect itself. `row` has the refs that the effects add to. */
  limitReached(
    flow: string,
    transition: string,
    row: Readonly<Record<string, unknown>>,
  ): Promise<{ code: string; details: Record<string, string> } | null>
  /** Adds a row of an entity, with its entry in the operation log. Answers its id. */
  add<E extends keyof EntityTypes>(entity: E, values: EntityTypes[E]['add'], log?: ChangeLog): Promise<string>
  /** Writes columns of a row, and what they were and are into the operation log. `before`: the row as it was read, under the lock that guards it. */
  change<E extends keyof EntityTypes>(entity: E, before: { id: string }, change: EntityTypes[E]['change'], log?: ChangeLog): Promise<void>
  /** Removes a row; the operation log keeps what is given of it. */
  remove<E extends keyof EntityTypes>(entity: E, before: { id: string }, log?: ChangeLog): Promise<void>
  /** Adds an entry to the operation log inside the transaction; operations declared in JSON log themselves. */
  record(entry: LogEntry): Promise<void>
  /** Queues work; it starts after commit, and not before so many seconds. Answers the job's id. */
  enqueue(handler: string, input: Record<string, unknown>, when?: { inSeconds: number }): Promise<string>
  /** Runs a computation of a plugin (`plugins/<area>/<name>.computation.ts`) in a thread of its own; for jobs. @throws what it throws */
  compute<I, O>(computation: Computation<I, O>, data: I, progress?: (done: number) => Promise<void>): Promise<O>
  /** Writes formatted text as a PDF, in a thread of its own. In reads: a write would hold its transaction meanwhile. */
  pdf: PdfService
  /** In a job: tells progress. Elsewhere: does nothing. */
  progress(state: JobProgress): Promise<void>
  /** Puts a message into the outbox inside the transaction. */
  send(template: string, to: { userId?: string; address?: string }, variables: Record<string, unknown>, facts?: SendFacts): Promise<void>
  /** Figures of a settings document, by name. */
  settings<S = Record<string, number | boolean | string>>(id: string): S
  /** The provider behind a service document; null when none is chosen. */
  service<P>(id: string): P | null
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
  reply: { header(name: string, value: string): void; stream(body: NodeJS.ReadableStream | Buffer): void; status(code: number): void }
}

/** Values that people carry in addresses, and that no one else can make up. Signed with a key of the platform that never leaves it. */
export interface SignedValues {
  /** A token for an address: its holder can read the value, and not change it. A token of one `purpose` is refused for any other. */
  sign(purpose: string, value: string): Promise<string>
  /** The value of a token that was signed for this purpose; null for anything else. */
  read(purpose: string, token: string): Promise<string | null>
  /** Text that follows from the value, the same each time, and that no one can guess. */
  derive(purpose: string, value: string): Promise<string>
}

/** What the log says beside the changed columns. */
export interface ChangeLog {
  reason?: string
  /** Columns that tell whose the row is: who may read the entry follows from them. */
  of?: Readonly<Record<string, unknown>>
  /** Columns that are written and not told. */
  without?: readonly string[]
}

export interface LogEntry {
  entity: string
  rowId: string
  before: unknown
  after: unknown
  reason?: string
  /** Who acts, where that is not who asks: someone who signs in. */
  actorId?: string
  /** Fields of the log that the row does not tell: the objects it belongs to. */
  of?: Readonly<Record<string, string | null>>
}

/** What a call wrote, as the operation log has it, with the log's own fields. For handlers of `onWrite`: `{ rows: WrittenRow[] }`, oldest first. */
export interface WrittenRow extends LogEntry {
  readonly [field: string]: unknown
}

export interface SendFacts {
  /** Not delivered after this time: a code that no longer works helps no one. */
  expiresAt?: Date
}

/** Contract `channel`: carries messages to people. */
export interface MessageChannel {
  /** Messages stay on the platform, where staff read them: nothing in them is masked. */
  readonly local?: boolean
  /** Answers the outside's own name for the message. @throws DeliveryError, anything else counts as a fault that may pass */
  send(message: OutgoingMessage, signal: AbortSignal): Promise<{ reference: string | null }>
  close?(): void
}
export interface OutgoingMessage {
  /** The same for every try of one message: outsides that can tell repetitions apart are given it. */
  key: string
  address: string
  subject: string
  text: string
  /** For outsides that hold the texts themselves. */
  template: string
  variables: Readonly<Record<string, unknown>>
}
/** A message that was refused; `permanent`: trying again cannot help (unknown address, template not approved). */
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
  /** Where the person is sent. `state` comes back with the code, to the path `returnTo` of this platform. */
  authorizeUrl(request: { state: string; returnTo: string }): string
  /** The person behind a code; null for a code that the site does not accept. */
  identify(code: string, signal: AbortSignal): Promise<OutsideIdentity | null>
}
export interface OutsideIdentity {
  /** Never changes for one person. */
  subject: string
  name: string | null
}

/** Contract `chat`: customer service outside of the platform, which opens in a tab of its own. */
export interface ChatProvider {
  address(lang: Lang): string
}

/** Contract `virusScanner`: looks at a file before it is kept. */
export interface VirusScanner {
  /** Answers the name of what was found, null when nothing was. @throws Error when there is no verdict: the file is then not kept */
  scan(file: AsyncIterable<Buffer>): Promise<{ infected: string | null }>
}

/** What is behind a service document: made once when the server starts, from the settings of the environment. */
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
  /** Text key and its values; the caller's language is chosen late. */
  message: { key: string; values: Record<string, unknown> }
}

/** A document to be written as PDF (A4), its characters embedded. */
export interface PdfDocument {
  /** At the head, and in the file's properties. */
  title: string
  lang: Lang
  /** Formatted text (HTML): headings, paragraphs, lists, quotes, bold; other markup only gives its words. */
  html: string
  /** Small, at the foot of every page, before its number. */
  footer: string
  /** ISO 8601, of the file's properties. */
  createdAt: string
}
export interface PdfService {
  /** @throws PDF_TOO_LONG with details.max in pages; BUSY while too many wait */
  write(document: PdfDocument): Promise<Buffer>
  /** Prints a sheet for each set of values, in their order; the next is drawn when `each` has ended. @throws what `each` throws; BUSY while too many wait */
  print(order: PrintOrder, each: (sheet: PrintedSheet) => Promise<void>): Promise<void>
}
/** A template and the values of its sheets. */
export interface PrintOrder {
  print: PrintDocument
  lang: Lang
  /** Address, as the template or the values name it -> the file. */
  pictures: ReadonlyMap<string, Uint8Array>
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

export interface FormService {
  /** Checks answers against a form version as the session may write it: refuses hidden and forbidden values, recomputes, replaces file facts by
   *  the stored ones. Answers the values to store. @throws FORM_INVALID with details.errors: FormError[] */
  submit(
    form: { id: string } | { hash: string },
    answers: unknown,
    context?: Record<string, unknown>,
    /** Stored answers that are being changed: fields the person may not write keep their value, files stay. */
    previous?: Record<string, unknown>,
  ): Promise<{ hash: string; answers: Record<string, unknown> }>
  /** The parts of stored answers that the session may read, personal values masked. `whole`: not masked, for the person's own answers and for what never
   *  leaves; someone who looks with another's rights gets them masked all the same. */
  read(hash: string, answers: unknown, options?: { whole?: boolean }): Promise<Record<string, unknown>>
  /** A form version as the session may see it. @throws NOT_FOUND */
  screen(
    form: { id: string } | { hash: string },
  ): Promise<{ hash: string; form: FormDocument; apart: boolean; validator: FormValidatorName }>
  /** The validator that browsers load for a form as they see it. */
  validator(form: FormDocument): Promise<FormValidatorName>
  /** What publishing `content` as the form `id` would mean for all answers and drafts that its versions have. When many have to be looked at, a job
   *  does it. @throws DOCUMENT_INVALID when the content could not be published */
  impact(id: string, content: unknown, answers: AnswerPlace[]): Promise<ImpactAnswer>
}

/** Forms that rows name, in fields with `designed`: what handlers need of them beside the operation `design`. Who may is the caller's matter. */
export interface DesignService {
  /** The form of a row, stored or not. `row` has all stored fields. */
  place(entity: string, field: string, row: object): FormPlace
  read(formId: string | null): Promise<DesignedForm>
  /** What is written: the draft, else what is published, else the document that a new one begins as, under the form's own name. */
  content(place: FormPlace): Promise<FormDocument>
  /** Makes the content the draft, whatever it was, and logs it. */
  store(place: FormPlace, content: object): Promise<{ formId: string; revision: string }>
}
export interface FormPlace {
  /** Null while the row names none. */
  formId: string | null
  /** The name it gets when it is stored first. */
  name: string
  /** Form document that a new one begins as. */
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

/** Where answers of a form are stored: an entity, its fields with the hash and the answers, and which rows are meant: all conditions hold. */
export interface AnswerPlace {
  entity: string
  hash: string
  answers: string
  where?: { field: string; in: readonly (string | number)[] }[]
  /** They are only begun. */
  drafts?: true
}

export interface FormValidatorName {
  /** `/validators/<hash>.js` */
  hash: string
  /** It has patterns: the engine for regular expressions is needed. */
  usesRegex: boolean
}

/** What the platform knows of the person who asks: the rows whose entity names an `owner`. Which those are is in the entity documents alone. */
export interface PersonalDataService {
  /** Collects everything in the background into one archive that only the person can fetch. Answers the job's id; its result is a StoredFile. */
  export(): Promise<string>
  /** Takes the person out of the platform: each owned row goes, stays, or loses what tells who it was, as its entity's `erasure` says. Sessions end;
   *  entries of the operation log stay as they were sealed. */
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
  /** Packs files and texts into one zip that only the asker can fetch, and that is kept for a week; streams, whatever the sizes. For jobs. Of entries
   *  with one name the later ones are numbered. Files whose bytes are gone are left out, and named in `missing`. */
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
  /** Belongs to one object instead of the platform; null: as its kind has it (forms are apart). */
  apart: boolean | null
  createdAt: string
  updatedAt: string
}
export interface DocumentName {
  kind: string
  id: string
}
/** Documents made at run time. A published revision never changes; publishing archives the one before. */
export interface DocumentStore {
  /** `apart` counts for a new document; a later draft is as the first one. @throws CONFLICT when it says otherwise */
  saveDraft(kind: string, id: string, content: unknown, note?: string, how?: { apart?: boolean }): Promise<StoredDocument>
  /** What keeps the draft from being published; empty when it may be, or when there is none. */
  failures(kind: string, id: string): Promise<readonly DocumentFailure[]>
  /** @throws DOCUMENT_INVALID with details.failures: DocumentFailure[] */
  publish(kind: string, id: string, note?: string): Promise<StoredDocument>
  /** All or nothing: they may depend on each other. @throws DOCUMENT_INVALID, NOT_FOUND */
  publishMany(documents: readonly DocumentName[], note?: string): Promise<StoredDocument[]>
  /** What keeps these drafts from being published together. @throws NOT_FOUND */
  failuresTogether(documents: readonly DocumentName[]): Promise<readonly DocumentFailure[]>
  /** Ends a published document: the built-in one with its id counts again, or there is none. Revisions stay. @throws DOCUMENT_INVALID when something
   *  published needs it, NOT_FOUND */
  takeBack(kind: string, id: string): Promise<StoredDocument>
  /** The platform that this store publishes over: once it has published or taken back, what was published at that moment, under the lock. */
  platformBefore(): Platform
  /** The platform as it would be with the person's own drafts; not served. @throws DOCUMENT_INVALID */
  draftPlatform(): Promise<Platform>
  /** Every document that has a draft or a published revision in the platform. */
  overview(): Promise<StoredDocument[]>
  /** Removes the draft, published revisions stay. */
  discardDraft(kind: string, id: string): Promise<void>
  /** The document as the platform ships it, whatever is in its place. */
  shipped(kind: string, id: string): object | null
  published(kind: string, id: string): Promise<StoredDocument | null>
  byHash(hash: string): Promise<StoredDocument | null>
  revisions(kind: string, id: string): Promise<StoredDocument[]>
  /** All revisions without their content, newest first. */
  history(kind: string, id: string): Promise<RevisionFacts[]>
  /** @throws NOT_FOUND */
  revision(kind: string, id: string, revision: number): Promise<StoredDocument>
  /** Publishes an earlier revision's content again, as a new revision. A draft that differs from what is published stays a draft.
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
  /** Opens a session for someone who has proved who they are; the refresh token is shown once. With a second factor set up, or required by a role
   *  and not excused, only the step towards it is answered. `secondFactor`: it was proved just now. */
  open(userId: string, facts?: { identity?: string; secondFactor?: boolean }): Promise<SignedIn>
  refresh(refreshToken: string): Promise<Tokens>
  /** The person has just proved again who they are: calls with `proof` continue in this session for the minutes that the app says. */
  noteProof(): Promise<void>
  /** For calls that need a fresh proof in some cases only. @throws PROOF_NEEDED */
  assertProof(): Promise<void>
  close(sessionId: string): Promise<void>
  /** Ends all sessions of a person, but for one. `reason`: a code of `account.endReason`, default `closed`. */
  closeAll(userId: string, except?: string, reason?: string): Promise<void>
  /** Makes a ticket with which the own session moves to the browser tab at `returnTo`. `challenge`: SHA-256 (hexadecimal) of a secret of that tab.
   *  Answers the address with the ticket in it. @throws RETURN_REFUSED, SESSION_REQUIRED */
  issueTicket(to: { returnTo: string; challenge: string }): Promise<{ address: string }>
  /** Fresh tokens of the ticket's session, once. @throws RETURN_REFUSED, TICKET_INVALID */
  redeemTicket(from: { ticket: string; returnTo: string; verifier: string }): Promise<Tokens>
  /** Whose sign-in waits for the second factor. @throws SIGN_IN_STEP */
  stepOf(step: string): Promise<{ userId: string; setUp: boolean }>
  /** Whether a role of the person requires a second factor, and no one excused them. */
  requiresSecondFactor(userId: string): Promise<boolean>
  /** Ends the waiting: opens the session. The caller has checked the second factor. @throws SIGN_IN_STEP when the step was taken before */
  takeStep(step: string): Promise<Tokens>
  hashPassword(password: string): Promise<string>
  /** Takes as long for a missing hash as for a wrong password. */
  verifyPassword(hash: string | null, password: string): Promise<boolean>
  /** Counts a guess at a secret from the caller's address, before the secret is looked at; the count stays when the call fails, and tells the
   *  security events whose secret it was. @throws RATE_LIMITED with details.retryAfter in seconds */
  countGuess(at: GuessedSecret): Promise<void>
  /** The rights or the state of a person were written in this call: they act from the next request on. */
  changed(userId: string): void
  /** As `changed`, for everyone: a role or the order of the objects it is granted on was written. */
  changedForAll(): void
  /** What another person may do now, by all hats or by one. @throws SESSION_INVALID when the account is gone or disabled */
  rightsOf(userId: string, identity?: string): Promise<Session>
  /** Takes the count back: the guess was right. */
  forgiveGuess(at: GuessedSecret): Promise<void>
}
/** What someone tries to guess. An account has one count for each of its secrets, by whatever name it was called. */
export interface GuessedSecret {
  secret: 'password' | 'code' | 'secondFactor'
  /** Null when there is no account of that name. */
  userId: string | null
  /** As typed, normalised: who is meant while there is no account. */
  account: string
}
/** What a sign-in answers: tokens, or the step that is still to be taken. */
export type SignedIn = Tokens | { secondFactor: SecondFactorStep }
export interface SecondFactorStep {
  /** Names the waiting sign-in; good for minutes, and only for the second factor. */
  step: string
  /** True: none is set up yet, and the person must do so now. */
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
/** What a handler is given. One that no call names (of a job, of `onWrite`) says it itself. */
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
  run(input: I, context: HandlerContext): Promise<O> | O
}

/** A server plugin: `export default defineHandler('notes.add', async (input, context) => ...)` in `plugins/notes/add.handler.ts`. Its types are those
 *  that the call's document declares. */
export function defineHandler<N extends string, I = HandlerInput<N>, O = HandlerOutput<N>>(
  name: N,
  run: Handler<NoInfer<I>, NoInfer<O>>['run'],
): Handler<I, O> {
  return Object.freeze({ name, run })
}

/** Work that takes the processor for seconds. It runs in a thread with nothing but its data: no database, no rights. */
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
