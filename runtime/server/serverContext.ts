/** The shapes that the parts of the server share: what a service is built from (`ServerDeps`), which services there are (`Services`) and what
 *  a service is bound to while one call runs (`CallScope`). Types only; `createServer.ts` puts the parts together. */
import type { FastifyBaseLogger } from 'fastify'
import type { Pool } from 'pg'
import type {
  Database,
  DocumentStore,
  FileService,
  FormService,
  Handler,
  JobProgress,
  JobTime,
  PersonalDataService,
  Session,
  SessionService,
  SignedValues,
} from '../core/contracts.ts'
import type { BuiltPlatform } from '../core/documents/buildPlatform.ts'
import type { WrittenFiles } from '../core/documents/filesOfPublished.ts'
import type { Renames } from '../core/documents/renameIds.ts'
import type { FormDocument } from '../core/documents.ts'
import type { Lang, Names, Platform, RawDocument } from '../core/platform.ts'
import type { Withheld } from '../core/statistics/AnswerStatistics.ts'
import type { Revealed } from './calls/rowOutput.ts'
import type { ComputationsService } from './computations/createComputations.ts'
import type { ListLanes } from './database/createListLanes.ts'
import type { SharedReads } from './database/createSharedReads.ts'
import type { FieldPath } from './database/fieldIndex.ts'
import type { OpenedDatabase } from './database/openDatabase.ts'
import type { Replicas } from './database/replicas/openReplicas.ts'
import type { SqlStatement, SqlWriter } from './database/SqlWriter.ts'
import type { ConstantScope } from './database/sql/fragment.ts'
import type { StatementWatch } from './database/watchStatements.ts'
import type { DecodersService } from './decoding/createDecoders.ts'
import type { Fitted } from './documents/fitStored.ts'
import type { InlinePictures } from './files/inlinePictures.ts'
import type { Extensions } from './importExtensions.ts'
import type { NoticesPart } from './notices/createNoticesService.ts'
import type { Metrics } from './operate/createMetrics.ts'
import type { Traces } from './operate/createTraces.ts'
import type { PdfsService } from './pdf/createPdfService.ts'
import type { ProvidersPart } from './providers/createProvidersService.ts'
import type { RulesOf } from './rows/importRules.ts'
import type { SecurityPart } from './security/createSecurityService.ts'

/** `web` answers requests and puts jobs into the queue, `jobs` works on them and answers health alone, `all` does both. */
export type NodeRole = 'all' | 'web' | 'jobs'

export interface ServerConfig {
  databaseUrl: string
  /** PostgreSQL itself, for what needs a session of its own: the line for notices, changes of tables, indexes made beside the work, exports. */
  directUrl: string
  /** `databaseUrl` leads to a pooler in transaction mode. */
  isPooled: boolean
  /** Replicas of it that may answer reads. */
  replicaUrls: readonly string[]
  /** Absolute. Holds `schemas/`, `plugins/` and the built client. */
  projectDirectory: string
  /** Absolute. Files and keys are kept here. */
  dataDirectory: string
  dev: boolean
  /** Replies of calls are checked against their documents. */
  checkOutputs: boolean
  /** Stored documents are not put into the platform: what was published over the built-in ones does not count. For recovery. */
  shippedOnly: boolean
  /** The project's folder and those laid over it. */
  folders: readonly string[]
  /** Where addresses in messages begin: scheme and host, no slash at the end. */
  siteAddress: string
  /** Providers that only pretend are used without being named: for a demonstration, development and tests. */
  pretending: boolean
  /** Nothing leaves this platform: services have the provider that only pretends, or none. */
  rehearsal: boolean
  /** What this process does: answers requests, works, or both. */
  role: NodeRole
  /** Where services find their settings. */
  environment: Readonly<Record<string, string | undefined>>
}

/** Facts of the request a call came with; jobs have their own id and the address `job`. */
export interface RequestFacts {
  id: string
  ip: string
  /** Came by https, to us or to a proxy that is trusted. */
  isSecure?: boolean
  headers: Readonly<Record<string, string | string[] | undefined>>
  /** The JSON body as it came, of a request that says to be signed. */
  signedText?: string | undefined
}

/** What one running call is. In a write, `db` is the write's transaction. */
export interface CallScope {
  db: Database
  session: Session
  now: Date
  lang: Lang
  request: RequestFacts
  /** Id of the call; in a job, of the call that ordered it. */
  call?: string | null
  /** For places that are counted by person. */
  whose?: string
  /** @throws SERVER_FAULT inside a transaction: `what` is waited for */
  assertFree?(what: string): void
}

/** Who runs a call or handler that does not come over HTTP. */
export interface Caller {
  session: Session
  lang: Lang
  request?: RequestFacts
  /** No one waits for it. */
  background?: boolean
  /** Of a job: id of the call that ordered it, which the audit log names. */
  orderedBy?: string | null
}

/** Runs calls and handlers for the server's own parts (jobs, exports, screens), by the same rules as HTTP. */
export interface CallRunner {
  /** One call, own transaction, access checked, input validated. Answers `data`. */
  run(callId: string, input: Record<string, unknown>, caller: Caller): Promise<unknown>
  /** A handler by name. `transaction` (default true) wraps it in one; long jobs say false and open their own. */
  runHandler(
    name: string,
    input: Record<string, unknown>,
    caller: Caller,
    options?: { transaction?: boolean; progress?(state: JobProgress): Promise<void> },
  ): Promise<unknown>
  /** Acts on the rows whose time has come. Answers how many. */
  runTimers(every: 'minute' | 'hour', caller: Caller): Promise<number>
  /** Does the rows of a batch that are left (`matching` of a call). @returns the figures of the call */
  batch(id: string, caller: Caller, progress: (state: JobProgress) => Promise<void>): Promise<unknown>
  /** All rows that a `list` or `export` operation gives for this input, in its order, declared output fields only (for an export: the fields of its
   *  columns and of `formField`): the statement that reads them with the asker's rights, or pages of another call that an export takes them from.
   *  @param more  another condition on the row `t`; none for rows from another call */
  rows(
    callId: string,
    input: Record<string, unknown>,
    caller: Caller,
    more?: (writer: SqlWriter) => string,
  ): Promise<SelectedRows | { pages(): AsyncIterable<Record<string, unknown>[]> }>
  /** Pages of the list call `from` for a sheet of the export `callId`, with the asker's rights. */
  pages(callId: string, from: string, input: Record<string, unknown>, caller: Caller): AsyncIterable<Record<string, unknown>[]>
  /** The answers that the statistics of a call would cover, without counting them. @throws CALL_INPUT for an unknown question */
  chosenAnswers(callId: string, input: Record<string, unknown>, caller: Caller): Promise<ChosenAnswers>
  /** Whether the session may use the call at all (ignores `within` objects: held anywhere counts). */
  allowed(callId: string, session: Session): boolean
}

/** Plain data, for another thread: `compileShape` makes replies of what the statement reads. */
export interface SelectedRows {
  statement: SqlStatement
  scope: ConstantScope
  session: Session
  /** Personal values that leave in full. */
  revealed: Revealed
}

/** The answers that statistics are of. */
export interface ChosenAnswers {
  /** Groups of fewer are not shown; null: everyone may be seen. */
  smallest: number | null
  withheld: Withheld | null
  /** By answers or days, beside the filters of the call. */
  isNarrowed: boolean
  /** How they are narrowed, as a condition on the row `t`. */
  condition(writer: SqlWriter): string
}

/** An `export` call to be run as a job. Answers the job's id. */
export interface ExportOrder {
  callId: string
  input: Record<string, unknown>
}

export interface Services {
  notices: NoticesPart
  providers: ProvidersPart
  sessions: SessionsPart
  security: SecurityPart
  signed: SignedValues
  files: FilesPart
  documentStore: DocumentsPart
  forms: FormsPart
  jobs: JobsPart
  fieldIndexes: FieldIndexesPart
  personal: { bind(scope: CallScope): PersonalDataService }
  exports: { order(order: ExportOrder, scope: CallScope): Promise<string> }
  computations: Pick<ComputationsService, 'run'>
  pdf: Pick<PdfsService, 'bind'>
  decoders: Pick<DecodersService, 'run'>
  inlinePictures: InlinePictures
}
export interface SessionsPart {
  /** @throws SESSION_INVALID with details.reason. Cached; a right taken away acts on the next request. */
  resolve(accessToken: string): Promise<Session>
  /** The session of someone without a token: the visitor roles' permissions. */
  visitor(): Session
  bind(scope: CallScope): SessionService
  /** What someone may do now, without a sign-in: for jobs. @throws SESSION_INVALID when the account is gone or disabled */
  person(userId: string, identity?: string | null): Promise<Session>
  /** The session of an API key, without its secret: for jobs that a request with the key ordered. @throws SESSION_INVALID */
  ofKey(id: string): Promise<Session>
  /** A person's rights, state or sessions were written by this process: the next request asks the database. Other processes hear of it by themselves. */
  changed(userId: string): void
}
export interface FilesPart {
  bind(scope: CallScope): FileService
  /** A file to write to, which becomes one of the store or goes by `discard`. */
  draft(): Promise<{ key: string; path: string }>
  discard(key: string): Promise<void>
  /** Where the bytes of a file are, for another process. @throws FILE_MISSING */
  path(id: string): Promise<string>
  /** A row was written: the caller's own unbound files that `value` names belong to it from now on. */
  claim(scope: CallScope, entity: string, rowId: string, value: unknown): Promise<void>
  /** Rows went, or no longer name some files: all their files, or those with `keys`, belong to nothing and are removed with the next orphans. */
  release(db: Database, entity: string, rowIds: readonly string[], keys?: readonly string[]): Promise<void>
}
export interface FormsPart {
  /** @param ask another call inside the one that runs: options of a form come from calls. Null for answers of our own (a seed), whose options are
   *  not asked for */
  bind(scope: CallScope, ask: ((call: string, input: Record<string, unknown>) => Promise<unknown>) | null): FormService
  /** A form version, stored or built-in. */
  version(hash: string): Promise<FormVersion | null>
}
export interface FormVersion {
  hash: string
  form: FormDocument
  /** 0 for built-in forms. */
  revision: number
  /** Belongs to one object. */
  standalone: boolean
}
export interface DocumentsPart {
  /** Published documents of the `document` table that are meant for the platform (overrides, skins ...). */
  load(): Promise<RawDocument[]>
  /** Those of them that the platform takes. */
  published(): Promise<readonly RawDocument[]>
  /** Drafts that this person saved last, as they would become part of the platform. */
  draftsOf(userId: string): Promise<RawDocument[]>
  bind(scope: CallScope): DocumentStore
}
/** Indexes for filters on fields of stored forms. */
export interface FieldIndexesPart {
  has(path: FieldPath): boolean
  /** A filter asked for it: used often, it gets one. */
  used(path: FieldPath): void
}
export interface JobsPart {
  /** Starts the workers, after the routes are registered. */
  start(): Promise<void>
  /** Finishes what runs (at most some seconds), then stops. */
  stop(): Promise<void>
  /** Inside the scope's transaction: the job starts after commit, and not before so many seconds. */
  enqueue(handler: string, input: Record<string, unknown>, scope: CallScope, when?: JobTime): Promise<string>
}

/** What every factory `create<Part>Service(deps)` and `register<Part>(app, deps)` receives. */
export interface ServerDeps {
  config: ServerConfig
  pool: Pool
  /** Outside of any transaction. */
  db: Database
  /** As `db`, on connections that no call holds while it waits for another. */
  outsideTransaction: Database
  /** For work that no one waits for: it takes no connection from calls, and its statements may take longer. */
  background: OpenedDatabase
  /** For statements of lists outside of transactions. */
  lists: ListLanes
  /** For single short reads outside of transactions. */
  reads: SharedReads
  /** Null where the settings name none. */
  replicas: Replicas | null
  logger: FastifyBaseLogger
  /** Null where no one asked for figures. */
  metrics: Metrics | null
  /** Null where no one asked for them. */
  traces: Traces | null
  /** Times the statements of every pool. */
  watch: StatementWatch
  /** Clock by which calls decide. */
  clock(): Date
  /** The platform of this moment; ask again instead of keeping it. */
  platform(): Platform
  names: Names
  /** Ids that documents had in earlier releases. */
  renames: Renames
  /** Documents as they stand in files. */
  shipped(): readonly RawDocument[]
  /** The files, as they are written. */
  files(): WrittenFiles
  /** The platform as it would be with these stored documents over the files, or what is wrong. The same one for the same documents. */
  buildWith(stored: readonly RawDocument[]): BuiltPlatform
  /** Which of these stored documents the platform takes, and which it does without. */
  fitting(stored: readonly RawDocument[]): Fitted
  handlers: ReadonlyMap<string, Handler>
  extensions: Extensions
  rules: RulesOf
  /** Complete once `createServer` has built all parts: use it inside methods, not while building. */
  services: Services
  calls: CallRunner
  /** Loads published documents again, over the files as they were read, without those that do not fit. */
  reloadPlatform(): Promise<void>
  /** Settles when a load under way has ended, whichever way. */
  platformReloaded(): Promise<void>
  /** Called after the platform changed. Answers the remover. */
  onReload(listener: (platform: Platform) => void): () => void
}
