/** One call while it runs: who asks, when, in which language, and where its statements go. Nested calls share the transaction and the log entries. */
import type { Pool, PoolClient, QueryResult } from 'pg'
import type { Database, JobProgress, Session, SessionFacts } from '../../core/contracts.ts'
import type { CallDocument } from '../../core/documents.ts'
import { AgonError } from '../../core/errors.ts'
import { sessionFacts } from '../../core/permissions.ts'
import type { Lang } from '../../core/platform.ts'
import { ASKER } from '../database/asker.ts'
import type { ListLanes } from '../database/createListLanes.ts'
import type { SharedReads } from '../database/createSharedReads.ts'
import type { Replica } from '../database/replicas/openReplica.ts'
import { named, type SqlStatement } from '../database/SqlWriter.ts'
import type { CallScope, RequestFacts } from '../serverContext.ts'
import { networkOf } from '../wire/networkOf.ts'
import type { Asker } from './answersReader.ts'
import type { CompiledCall } from './compileCall.ts'
import type { CallSet } from './compileCalls.ts'
import type { RawReply } from './RawReply.ts'
import type { TransactionClient } from './transaction.ts'

export type RunScope = {
  input: Readonly<Record<string, unknown>>
  session: SessionFacts
  now: string
  lang: Lang
  preview: boolean
  [ASKER]: Session
}

export interface CallRunOptions {
  set: CallSet
  call: CompiledCall | null
  session: Session
  lang: Lang
  request: RequestFacts
  pool: Pool
  db: Database
  /** Runs statements of lists outside of a transaction; absent: the pool runs them. */
  lists?: ListLanes | undefined
  /** Runs short reads outside of a transaction; absent: the pool runs them. */
  reads?: SharedReads | undefined
  /** Runs statements of calls that a replica may answer; absent: the primary does. */
  replica?: Replica | undefined
  raw?: RawReply | undefined
  progress?: ((state: JobProgress) => Promise<void>) | undefined
  /** Of a job: the call that ordered it. */
  orderedBy?: CallDocument | undefined
  /** The real session, while `session` is that of a visitor for a preview. */
  previewer?: Session | undefined
  /** Who really asks, while `session` has the rights of someone else. */
  actor?: Session | undefined
}

export class CallRun {
  readonly set: CallSet
  /** Null in a job. */
  readonly call: CompiledCall | null
  readonly session: Session
  readonly lang: Lang
  readonly request: RequestFacts
  readonly now: Date
  readonly raw: RawReply | undefined
  readonly progress: ((state: JobProgress) => Promise<void>) | undefined
  readonly pool: Pool
  /** The transaction, null outside of one. */
  readonly transaction: TransactionClient | null
  readonly previewer: Session | undefined
  readonly actor: Session | undefined
  readonly #orderedBy: CallDocument | undefined
  readonly #db: Database
  readonly #lists: ListLanes | undefined
  readonly #reads: SharedReads | undefined
  readonly #replica: Replica | undefined
  #written: Database | undefined
  #scope: RunScope | undefined
  #answers: Readonly<Record<string, unknown>> = {}

  constructor(options: CallRunOptions, transaction: TransactionClient | null = null, now = options.set.deps.clock()) {
    this.set = options.set
    this.call = options.call
    this.session = options.session
    this.lang = options.lang
    this.request = options.request
    this.raw = options.raw
    this.progress = options.progress
    this.pool = options.pool
    this.previewer = options.previewer
    this.actor = options.actor
    this.#orderedBy = options.orderedBy
    this.#db = options.db
    this.#lists = options.lists
    this.#reads = options.reads
    this.#replica = options.replica
    this.transaction = transaction
    this.now = now
  }

  /** What handlers write formatted text through is cleaned on the way. */
  get db(): Database {
    this.#written ??= this.set.cleans(this.transaction?.db ?? this.#db)
    return this.#written
  }

  /** The same run for another call inside this one, or inside a transaction. */
  with(change: { call?: CompiledCall; transaction?: TransactionClient }): CallRun {
    const options = { ...this.#options(), call: change.call ?? this.call }
    return new CallRun(options, change.transaction ?? this.transaction, this.now)
  }

  /** The same run as a visitor would see it at another moment. */
  asOf(moment: Date, visitor: Session): CallRun {
    return new CallRun({ ...this.#options(), session: visitor, previewer: this.session }, this.transaction, moment)
  }

  /** The same run with the rights of someone else; the audit log names who asks. */
  onBehalfOf(session: Session): CallRun {
    return new CallRun({ ...this.#options(), session, actor: this.actor ?? this.session }, this.transaction, this.now)
  }

  /** The same run for what decides about rights: no replica answers it. */
  onPrimary(): CallRun {
    return this.#replica ? new CallRun({ ...this.#options(), replica: undefined }, this.transaction, this.now) : this
  }

  #options(): CallRunOptions {
    const { set, call, session, lang, request, pool, raw, progress, previewer, actor } = this
    return {
      set,
      call,
      session,
      lang,
      request,
      pool,
      db: this.#db,
      lists: this.#lists,
      reads: this.#reads,
      replica: this.#replica,
      raw,
      progress,
      previewer,
      actor,
      orderedBy: this.#orderedBy,
    }
  }

  /** The call that caused this run: this one, or for a job the call that started it. */
  get cause(): CallDocument | null {
    return this.call?.document ?? this.#orderedBy ?? null
  }

  /** What expressions of the call see; `row` is added where there is one. */
  scope(input: Readonly<Record<string, unknown>>): RunScope {
    if (this.#scope?.input === input) return this.#scope
    const preview = this.previewer !== undefined && this.call?.document.preview !== undefined
    this.#scope = {
      ...this.#answers,
      input,
      session: factsOf(this.session),
      now: this.now.toISOString(),
      lang: this.lang,
      preview,
      [ASKER]: this.session,
    }
    return this.#scope
  }

  /** What a required call has answered, under the name that this call gives it. */
  know(name: string, answer: unknown): void {
    this.#answers = { ...this.#answers, [name]: answer }
    this.#scope = undefined
  }

  /** As a prepared statement, in the transaction when there is one. */
  query<R extends Record<string, unknown>>(statement: SqlStatement): Promise<QueryResult<R>> {
    if (this.transaction) return (this.transaction.client as Pick<PoolClient, 'query'>).query<R>(named(statement))
    if (this.#replica && this.call?.mayLag)
      return this.#replica.query<R>(named(statement), this.#subject(), () => this.onPrimary().query<R>(statement))
    const kind = this.call?.document.operation?.kind
    if (this.#lists && LISTS.has(kind)) return this.#lists.query<R>(named(statement), this.#subject())
    if (this.#reads && kind === 'get') return this.#reads.query<R>(named(statement))
    return this.pool.query<R>(named(statement))
  }

  /** Names the call with its required input, which is mostly the id of the object whose rows it lists. */
  #subject(): string {
    const { id = '', input: schema } = this.call?.document ?? {}
    const required = ((schema?.required ?? []) as string[]).map((name) => this.#scope?.input[name])
    return `${id} ${JSON.stringify(required)}`
  }

  /** Runs a statement whose result no one needs. In a transaction it is sent with the next statement or with COMMIT. */
  async later(statement: SqlStatement): Promise<void> {
    if (this.transaction) this.transaction.later(named(statement))
    else await this.query(statement)
  }

  /** Who receives rows. */
  get asker(): Asker {
    return { session: this.session, forms: this.set.deps.services.forms }
  }

  get callScope(): CallScope {
    const { db, session, now, lang, request } = this
    const assertFree = (what: string) => this.assertFree(what)
    return { db, session, now, lang, request, call: this.cause?.id ?? null, whose: whoseRun(session, request), assertFree }
  }

  /** @returns the transaction. @throws SERVER_FAULT outside of one */
  writing(what: string): TransactionClient {
    if (this.transaction) return this.transaction
    throw new AgonError('SERVER_FAULT', { message: `${what} needs a write: declare the call with method POST` })
  }

  /** A transaction that waits for a worker keeps a connection from everyone. @throws SERVER_FAULT inside of one */
  assertFree(what: string): void {
    if (!this.transaction || this.transaction.isOver) return
    throw new AgonError('SERVER_FAULT', {
      message: `${what} is never waited for inside a transaction: use reply.later, or a job with waits`,
    })
  }
}

/** Who stands for the work of a run where places are counted by person: visitors by their network. */
function whoseRun({ userId, seeing }: Session, { ip }: RequestFacts): string {
  return seeing?.actorId ?? userId ?? `visitor ${networkOf(ip)}`
}

/** Operations that may look through many rows. */
const LISTS: ReadonlySet<string | undefined> = new Set(['list', 'count', 'statistics'])

const facts = new WeakMap<Session, SessionFacts>()
function factsOf(session: Session): SessionFacts {
  const known = facts.get(session) ?? sessionFacts(session)
  facts.set(session, known)
  return known
}
