/** The contracts between the kernel and plugins: what a handler receives, what a session is, what a widget may use.
 *  Plugins import from here and from nowhere else in the kernel. */
import type { LocalText } from './documents.ts'
import type { DocumentsDoor } from './doors/documents.ts'
import type { Decoder, FilesDoor } from './doors/files.ts'
import type { Computation, JobsDoor } from './doors/jobs.ts'
import type { MessagesDoor } from './doors/messages.ts'
import type { PeopleDoor, SignedValues } from './doors/people.ts'
import type { EntityName, RowRules, RowService } from './doors/rows.ts'
import type { Lang, Platform } from './platform.ts'

export type * from './doors/documents.ts'
export type * from './doors/files.ts'
export type * from './doors/jobs.ts'
export type * from './doors/messages.ts'
export type * from './doors/people.ts'
export type * from './doors/rows.ts'

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
  /** The identity in use (`<kind>:<scope>:<object id>`): the chosen one, or the only one. The audit log shows it. */
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

/** How the platform works now. */
export interface OperatingMode {
  /** Calls that write are refused, and jobs wait. */
  readOnly: boolean
  /** A copy to try things on: nothing leaves it. */
  rehearsal: boolean
}

/** Why a replica of the database answers no one: it is silent, no replica but a primary, one of another database, or too far behind. */
export type ReplicaAbsence = 'silent' | 'primary' | 'foreign' | 'behind'

export interface ReplicaState {
  name: string
  /** Null: it answers. */
  absence: ReplicaAbsence | null
  /** Longest time for which commits may be missing there, in milliseconds; null: not known. */
  lag: number | null
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
/** Json column (`message.task.variables`) -> what it holds. The module that writes it says so: `declare module ... { interface JsonTypes { ... } }`. */
// biome-ignore lint/suspicious/noEmptyInterface: it is filled by declaration merging
export interface JsonTypes {}
export type Json<C extends string> = C extends keyof JsonTypes ? JsonTypes[C] : unknown
/** Settings document -> its values; filled in by generated code. */
// biome-ignore lint/suspicious/noEmptyInterface: it is filled by declaration merging
export interface SettingsTypes {}
export type SettingsName = keyof SettingsTypes & string
/** Flow -> the row whose status it changes; filled in by generated code. */
// biome-ignore lint/suspicious/noEmptyInterface: it is filled by declaration merging
export interface FlowTypes {}
export type FlowRow<F extends string> = F extends keyof FlowTypes ? FlowTypes[F] : Record<string, unknown>
/** Call -> `{ input, output }`; this and what follows is filled in by `plugins/generated/names.ts`. */
// biome-ignore lint/suspicious/noEmptyInterface: it is filled by declaration merging
export interface CallTypes {}
export type CallName = keyof CallTypes & string
export type CallInput<N extends CallName> = CallTypes[N] extends { input: infer I } ? I : never
export type CallOutput<N extends CallName> = CallTypes[N] extends { output: infer O } ? O : never
/** Form -> its answers. */
// biome-ignore lint/suspicious/noEmptyInterface: it is filled by declaration merging
export interface FormTypes {}
/** Template -> its variables. */
// biome-ignore lint/suspicious/noEmptyInterface: it is filled by declaration merging
export interface TemplateTypes {}
/** Flow -> its transitions. */
// biome-ignore lint/suspicious/noEmptyInterface: it is filled by declaration merging
export interface TransitionTypes {}
/** Entity -> the transitions of its flows. */
// biome-ignore lint/suspicious/noEmptyInterface: it is filled by declaration merging
export interface EntityTransitions {}
/** Codes of errors, which have the text `error.CODE`. */
// biome-ignore lint/suspicious/noEmptyInterface: it is filled by declaration merging
export interface ErrorTypes {}
export type ErrorCode = keyof ErrorTypes & string
/** Keys of texts. */
// biome-ignore lint/suspicious/noEmptyInterface: it is filled by declaration merging
export interface TextTypes {}
export type TextKey = keyof TextTypes & string
/** Handler that runs as a job -> its input. The file of the handler says it: `declare module ... { interface JobTypes { 'pay.ask': { id: string } } }`. */
// biome-ignore lint/suspicious/noEmptyInterface: it is filled by declaration merging
export interface JobTypes {}
/** The server's query builder, over the tables of all entities. */
export type Database = ServerParts extends { database: infer D } ? D : never
/** The same, for code that learns the entity at run time: tables and columns by name, values unknown. */
export type OpenDatabase = ServerParts extends { openDatabase: infer D } ? D : never

/** Everything outside itself that a handler may use: what is known of the call, and six doors (`runtime/core/doors/`). In a write, `db` is the write's transaction. */
export interface HandlerContext {
  db: Database
  /** `db` for tables whose entity is known only at run time (`tableName` of its id). */
  tables: OpenDatabase
  /** Statements on a separate connection: they are kept even when the call fails. For counting tries; never for rows that this call has changed. */
  outsideTransaction: Database
  platform: Platform
  session: Session
  now: Date
  lang: Lang
  /** Public address of the platform, without a final slash. Links in messages begin with it. */
  site: string
  readonly mode: OperatingMode
  /** As this process sees them. */
  readonly replicas: readonly ReplicaState[]
  /** `network`: the network that is counted for this address; the /64 for IPv6. */
  request: {
    id: string
    ip: string
    network: string
    isSecure?: boolean
    headers: Readonly<Record<string, string | string[] | undefined>>
    /** The JSON body as it came, of a request that says to be signed (`signedText.ts`). */
    signedText?: string | undefined
  }
  /** Takes an advisory lock until the end of the transaction. */
  lock(name: string, key: string): Promise<void>
  /** Ends the call with a declared error code; texts are looked up as `@error.CODE`. */
  fail(code: ErrorCode, details?: Record<string, unknown>): never
  /** Runs another call inside this one: same transaction, same session, access checked. */
  call<N extends CallName>(id: N, input: CallInput<N>): Promise<CallOutput<N>>
  /** As `call`, with the rights that another person has now: for what they asked for before, and this person has agreed to. Only calls that are `inner`.
   *  The audit log names who asks. @throws SESSION_INVALID when that account is gone or disabled */
  callFor<N extends CallName>(userId: string, id: N, input: CallInput<N>): Promise<CallOutput<N>>
  /** What areas give at a point of another, by key. */
  extensions<P extends ExtensionPoint>(point: P): ReadonlyMap<string, ExtensionPoints[P]>
  /** A text of the locale files in both languages, its `{{values}}` filled in. @throws Error for an unknown key */
  text(key: TextKey, values?: Readonly<Record<string, unknown>>): LocalText
  readonly rows: RowService
  readonly people: PeopleDoor
  readonly documents: DocumentsDoor
  readonly messages: MessagesDoor
  readonly jobs: JobsDoor
  readonly files: FilesDoor
  /** For raw replies (`raw: true`). */
  reply: {
    header(name: string, value: string): void
    stream(body: NodeJS.ReadableStream | Buffer): void
    /** Makes the body after the commit, when no transaction waits for it. What it throws is answered. */
    later(make: () => Promise<NodeJS.ReadableStream | Buffer>): void
    status(code: number): void
  }
}

/** Contract `channel`: carries messages to people. */
export interface MessageChannel {
  /** Messages stay on the platform, where staff read them: nothing in them is masked. */
  readonly local?: boolean
  /** Returns the id that the outside service gave the message. @throws DeliveryError; any other error counts as temporary */
  send(message: OutgoingMessage, signal: AbortSignal): Promise<{ reference: string | null }>
  /** Whether messages go to this address at all; absent: to every one. */
  reaches?(address: string): boolean
  /** Secret of reports about messages that were taken and came back later; without it none are taken. */
  reportSecret?: string
  close?(): void
}
export interface OutgoingMessage {
  /** The same for every try of one message, for services that can recognise repetitions. */
  key: string
  address: string
  subject: string
  text: string
  /** The same as HTML, of mail. */
  html?: string
  /** For services that store the texts themselves. */
  template: string
  variables: Readonly<Record<string, unknown>>
  /** Address to which a POST without a person ends such messages (RFC 8058). */
  unsubscribe?: string
  /** Address that answers go to, of mail. */
  replyTo?: string
  /** Path of the page that it is about, of messages to devices. */
  link?: string
  /** Row of the device that it goes to, of services with devices. */
  device?: Readonly<Record<string, unknown>>
  /** Files that go with a mail; each is opened once for each try. */
  attachments?: readonly { name: string; open(): NodeJS.ReadableStream }[]
}
/** A refused message. `permanent`: another try cannot succeed (unknown address, template not approved). */
export class DeliveryError extends Error {
  override name = 'DeliveryError'
  readonly permanent: boolean
  /** The address takes nothing any more, whatever is sent. */
  readonly refusesAddress: boolean
  constructor(message: string, permanent: boolean, refusesAddress = false) {
    super(message)
    this.permanent = permanent
    this.refusesAddress = refusesAddress
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
  create(settings: Readonly<Record<string, string>>, outside: ProviderOutside): P
}
/** What a provider knows of the platform. */
export interface ProviderOutside {
  /** Keys derived from a secret that all processes share. */
  signed: SignedValues
  /** Address of the platform. */
  site: string
}

/** A server plugin: `export default defineProvider('delivery.smtp', 'channel', (settings) => ...)` in `plugins/delivery/smtp.provider.ts`.
 *  @template S  its settings, which its service document declares */
export function defineProvider<P, S extends object = Readonly<Record<string, string>>>(
  name: string,
  contract: string,
  create: (settings: S, outside: ProviderOutside) => P,
): Provider<P> {
  return Object.freeze({ name, contract, create: create as unknown as Provider<P>['create'] })
}

export interface FormError {
  /** JSON Pointer into the answers. */
  path: string
  /** Keyword or logic rule: `required`, `phone`, `hiddenValue`, `forbiddenValue`, ... */
  rule: string
  /** Text key and its values; translated when the reply is written. */
  message: { key: string; values: Record<string, unknown> }
}

/** Handler of calls -> what their documents say that it is given and must answer; `plugins/generated/handlers.ts` fills it. */
// biome-ignore lint/suspicious/noEmptyInterface: it is filled by declaration merging
export interface HandlerTypes {}
/** Input of a handler. A handler that no call names (of a job, of `onWrite`) declares its own. */
export type HandlerInput<N extends string> = N extends keyof HandlerTypes
  ? HandlerTypes[N] extends { input: infer I }
    ? I
    : never
  : N extends keyof JobTypes
    ? JobTypes[N]
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

/** Points of areas that others extend: name -> what is given there. The area that has the point declares its type beside it, by declaration merging:
 *  `declare module '.../contracts.ts' { interface ExtensionPoints { 'pay.purpose': Purpose } }`. */
// biome-ignore lint/suspicious/noEmptyInterface: it is filled by declaration merging
export interface ExtensionPoints {}
export type ExtensionPoint = keyof ExtensionPoints & string

export interface Extension<P extends ExtensionPoint = ExtensionPoint> {
  point: P
  /** Once at its point. */
  key: string
  value: ExtensionPoints[P]
}

/** `export default defineExtension('pay.purpose', 'training', {...})` in `plugins/training/purpose.extension.ts`: an area adds to one that it uses, which does
 *  not know it. */
export function defineExtension<P extends ExtensionPoint>(point: P, key: string, value: ExtensionPoints[P]): Extension<P> {
  return Object.freeze({ point, key, value })
}

/** Rules of the rows of one entity, as one file gives them. */
export interface GivenRules<E extends EntityName = EntityName> {
  entity: E
  rules: RowRules<E>
}

/** `export default defineRules('hotel.room', { async beforeRemove(room, context) {...} })` in `plugins/hotel/room.rules.ts`. Several files may give rules of one
 *  entity; they run in the order of their names. */
export function defineRules<E extends EntityName>(entity: E, rules: RowRules<E>): GivenRules<E> {
  return Object.freeze({ entity, rules })
}

/** `export default defineComputation('review.assign', async (data) => ...)` in `plugins/review/assign.computation.ts`. Data and result are copied between
 *  threads: plain values and typed arrays. */
export function defineComputation<I, O>(name: string, run: Computation<I, O>['run']): Computation<I, O> {
  return Object.freeze({ name, run })
}

/** Name of a global that only the process that decodes has. */
export const DECODING = 'agonDecodes'

/** `export default defineDecoder('review.copy', async (bytes, data, { unzip }) => ...)` in `plugins/review/decoders/copy.decoder.ts`. The server knows a decoder by its
 *  name and its type alone. Data and value are copied between processes: plain values and bytes. */
export function defineDecoder<D, R>(name: string, run: Decoder<D, R>['run']): Decoder<D, R> {
  if (!(DECODING in globalThis)) throw new Error(`the decoder ${name} is loaded outside of the process that decodes: import its type alone`)
  return Object.freeze({ name, run })
}
