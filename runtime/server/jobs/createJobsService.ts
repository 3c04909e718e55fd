/** Background work on pg-boss, in the same database (schema `pgboss`). What a person sees of a job stands in `platform.job`; both rows are written in
 *  the asker's transaction, so that a job exists exactly when the write that asked for it does. A job runs with the rights that the asker has when
 *  it runs. Faults and a busy database are tried again; declared errors are not: they would fail again. */
import { randomUUID } from 'node:crypto'
import PgBoss from 'pg-boss'
import type { Database, JobProgress, Session } from '../../core/contracts.ts'
import { AgonError } from '../../core/errors.ts'
import type { Lang } from '../../core/platform.ts'
import { errorFromPostgres } from '../database/errorFromPostgres.ts'
import { executeRaw } from '../database/executeRaw.ts'
import { inTurn } from '../database/inTurn.ts'
import { type OpenedDatabase, openDatabase } from '../database/openDatabase.ts'
import { repeated } from '../database/repeated.ts'
import { works } from '../nodeRole.ts'
import { ownJobsTopic } from '../notices/personTopic.ts'
import { isReadOnly } from '../operate/operatingMode.ts'
import { underway, whileUnderway } from '../operate/underway.ts'
import type { Caller, JobsPart, ServerDeps } from '../serverContext.ts'
import { bossStatements, NEVER } from './bossStatements.ts'
import { jobTopic } from './describeJob.ts'
import { BEAT_MS, beat, LOOK_MS, takeUpSilent } from './takeUp.ts'

const SCHEMA = 'pgboss'
const QUEUE = 'work'
/** Of handlers that wait for something outside: they keep no other work from beginning. */
const OUTSIDE_QUEUE = 'outside'
const HOURLY_QUEUE = 'care'
const WORKERS = 2
const OWN_CONNECTIONS = 2
/** The delay is in seconds, longer each time. */
const RETRY = { retryLimit: 3, retryDelay: 5, retryBackoff: true }
const MAX_SECONDS = 3600
const POLL_SECONDS = 2
const STOP_MS = 8_000
/** In a process that leaves jobs to others. */
const RESTING = { supervise: false, schedule: false }
const PROGRESS_EVERY_MS = 250
const HOURLY_CRON = '17 * * * *'
const MINUTE_QUEUE = 'minute'
const MINUTE_CRON = '* * * * *'
/** Errors of the moment: the same may succeed later. */
const MAY_PASS: ReadonlySet<string> = new Set(['BUSY', 'FILES_UNAVAILABLE'])
/** Topic of notices: there is new work. */
const WORK_TOPIC = 'work'

/** Work that the kernel does itself, beside the handlers. */
export type KernelJob = (
  input: Record<string, unknown>,
  caller: Caller,
  progress: (state: JobProgress) => Promise<void>,
) => Promise<unknown>

export interface JobsService extends JobsPart {
  /** Before `start`. */
  register(name: string, run: KernelJob): void
  /** Runs every hour in one of the processes. */
  everyHour(run: () => Promise<void>): void
  /** Runs every minute in one of the processes. */
  everyMinute(run: () => Promise<void>): void
}

type Task = () => Promise<void>

interface Work {
  key: string
  handler: string
  input: Record<string, unknown>
  userId: string | null
  identity: string | null
  lang: Lang
  /** The call that ordered it. Work that an older version put here has none. */
  call?: string | null
  /** The API key by which it was ordered: it runs with no more rights than that. */
  apiKey?: string | null
  /** The trace of what ordered it, as `traceparent` carries it. */
  trace?: string | undefined
}

export function createJobsService(deps: ServerDeps): JobsService {
  const kernelJobs = new Map<string, KernelJob>()
  const hourly: Task[] = []
  const minutely: Task[] = []
  const workers = createWorkers(deps, { kernelJobs, hourly, minutely })
  let boss: PgBoss | undefined
  let own: OpenedDatabase | undefined
  let ended = false

  return {
    register: (name, job) => void kernelJobs.set(name, job),
    everyHour: (task) => void hourly.push(task),
    everyMinute: (task) => void minutely.push(task),
    async start() {
      const { databaseUrl, isPooled } = deps.config
      own = openDatabase(databaseUrl, { size: OWN_CONNECTIONS, name: 'agon jobs', isPooled, logger: deps.logger, watch: deps.watch })
      const { pool } = own
      const made = createBoss(deps, pool, { isRunning: () => boss !== undefined, hasEnded: () => ended })
      made.on('error', (error) => deps.logger.warn({ err: error }, 'jobs'))
      boss = made
      await inTurn(deps.db, 'jobs', async () => {
        await made.start()
        for (const queue of [QUEUE, OUTSIDE_QUEUE, HOURLY_QUEUE, MINUTE_QUEUE]) await made.createQueue(queue)
      })
      if (works(deps.config)) await workers.start(made)
    },
    async stop() {
      const running = boss
      boss = undefined
      workers.stop()
      await running?.stop({ graceful: true, timeout: STOP_MS }).finally(() => (ended = true))
      await own?.pool.end()
    },
    async enqueue(handler, input, scope, { inSeconds = 0, as } = {}) {
      if (!boss) throw new AgonError('BUSY', { reason: 'jobs are not running' })
      if (!kernelJobs.has(handler) && !deps.handlers.has(handler))
        throw new AgonError('SERVER_FAULT', { message: `no handler "${handler}"` })
      const key = randomUUID()
      const { userId, identity } = as === undefined ? scope.session : { userId: as, identity: null }
      await scope.db.insertInto('platform_job').values({ key, handler, ownerId: userId }).execute()
      const apiKey = as === undefined ? (scope.session.key?.id ?? null) : null
      const work: Work = {
        key,
        handler,
        input,
        userId,
        identity,
        lang: scope.lang,
        call: scope.call ?? null,
        apiKey,
        trace: underway()?.span?.carried,
      }
      const queue = deps.handlers.get(handler)?.waits === 'outside' ? OUTSIDE_QUEUE : QUEUE
      await boss.send(queue, work, sendOptions(scope.db, inSeconds))
      await deps.services.notices.publish(scope.db, WORK_TOPIC)
      return key
    },
  }
}

interface Life {
  isRunning(): boolean
  hasEnded(): boolean
}

function createBoss(deps: ServerDeps, pool: OpenedDatabase['pool'], { isRunning, hasEnded }: Life): PgBoss {
  const execute = bossStatements({
    query: (text, values) => pool.query(text, values),
    isRunning,
    lost: (error) => deps.logger.error({ err: error }, 'how a job ended could not be stored'),
  })
  const executeSql = (text: string, values: unknown[]) => (hasEnded() ? NEVER : execute(text, values))
  return new PgBoss({ schema: SCHEMA, ...(works(deps.config) ? {} : RESTING), db: { executeSql } })
}

/** Within the transaction of who asks for it. */
function sendOptions(db: Database, startAfter: number): PgBoss.SendOptions {
  const executeSql = async (text: string, values: unknown[]) => ({ rows: await executeRaw(db, text, values) })
  return { db: { executeSql }, startAfter, ...RETRY, expireInSeconds: MAX_SECONDS }
}

/** Jobs of processes that have ended begin anew. */
async function takeUp(deps: ServerDeps): Promise<void> {
  try {
    const keys = await takeUpSilent(deps.db)
    for (const key of keys) {
      deps.logger.warn({ job: key }, 'a job was silent: its process has ended')
      await deps.services.notices.publish(deps.db, jobTopic(key))
    }
    if (keys.length > 0) await deps.services.notices.publish(deps.db, WORK_TOPIC)
  } catch (error) {
    deps.logger.warn({ err: error }, 'silent jobs could not be looked for')
  }
}

async function startTimedTasks(
  deps: ServerDeps,
  started: PgBoss,
  { queue, cron, tasks }: { queue: string; cron: string; tasks: readonly Task[] },
): Promise<void> {
  await started.work(queue, async () => {
    if (isReadOnly(deps.platform())) return
    for (const task of tasks) await task().catch((error: unknown) => deps.logger.error({ err: error, queue }, 'a timed task failed'))
  })
  await started.schedule(queue, cron)
}

/** Workers that take up jobs; none while the platform is read-only. */
function createWorkers(
  deps: ServerDeps,
  { kernelJobs, hourly, minutely }: { kernelJobs: ReadonlyMap<string, KernelJob>; hourly: readonly Task[]; minutely: readonly Task[] },
): { start(boss: PgBoss): Promise<void>; stop(): void } {
  const stops: (() => void)[] = []
  let unlisten: (() => void) | undefined

  async function takeJobs(boss: PgBoss): Promise<void> {
    unlisten?.()
    await Promise.all([QUEUE, OUTSIDE_QUEUE].map((queue) => boss.offWork(queue)))
    if (isReadOnly(deps.platform())) return
    const ids: string[] = []
    for (const queue of Array.from({ length: WORKERS }, () => [QUEUE, OUTSIDE_QUEUE]).flat()) {
      const options = { batchSize: 1, pollingIntervalSeconds: POLL_SECONDS, includeMetadata: true as const }
      const id = await boss.work<Work>(queue, options, async ([job]) => {
        if (job) await traced(deps, job.data, () => runWork(deps, kernelJobs, job.data, job.retryCount >= job.retryLimit))
      })
      ids.push(id)
    }
    unlisten = deps.services.notices.listen(WORK_TOPIC, () => {
      for (const id of ids) boss.notifyWorker(id)
    })
  }

  function follow(boss: PgBoss): () => void {
    let was = isReadOnly(deps.platform())
    let taking: Promise<void> = Promise.resolve()
    return deps.onReload((platform) => {
      if (was === isReadOnly(platform)) return
      was = !was
      taking = taking
        .then(() => takeJobs(boss))
        .catch((error: unknown) => deps.logger.error({ err: error }, 'jobs did not follow the read-only mode'))
    })
  }

  return {
    async start(boss) {
      await takeJobs(boss)
      const looking = setInterval(() => !isReadOnly(deps.platform()) && void takeUp(deps), LOOK_MS).unref()
      stops.push(follow(boss), () => clearInterval(looking))
      await startTimedTasks(deps, boss, { queue: HOURLY_QUEUE, cron: HOURLY_CRON, tasks: hourly })
      await startTimedTasks(deps, boss, { queue: MINUTE_QUEUE, cron: MINUTE_CRON, tasks: minutely })
    },
    stop() {
      for (const stop of stops) stop()
      unlisten?.()
    },
  }
}

/** The trace of who ordered the work goes on in it. @param work  answers the code of its failure */
async function traced({ traces }: ServerDeps, { key, handler, call, trace }: Work, work: () => Promise<string | null>): Promise<void> {
  const facts = { 'agon.job': key, 'agon.handler': handler, ...(call && { 'agon.call': call }) }
  const span = traces?.begin({ name: handler, kind: 'consumer', facts }, trace)
  try {
    const failed = await whileUnderway({ kind: 'job', id: key, name: handler, span }, work)
    span?.end(failed === null ? {} : { error: failed })
  } catch (error) {
    span?.end({ error: 'SERVER_FAULT' })
    throw error
  }
}

/** Answers the code with which it failed for good. @param last  it is not tried again @throws what may pass, to be tried again */
async function runWork(
  deps: ServerDeps,
  kernelJobs: ReadonlyMap<string, KernelJob>,
  { key, handler, input, userId, identity, lang, call = null, apiKey = null }: Work,
  last: boolean,
): Promise<string | null> {
  const runner = randomUUID()
  await updateJob(deps, key, { runner })
  await beat(deps.db, key, runner)
  const beating = setInterval(() => void beat(deps.db, key, runner).catch(() => {}), BEAT_MS)
  const update = (values: Record<string, unknown>) => updateJob(deps, key, values, runner)
  try {
    const session = await sessionOf(deps, { userId, identity, apiKey })
    const caller: Caller = { session, lang, request: { id: key, ip: 'job', headers: {} }, orderedBy: call, background: true }
    await update({ state: 'running' })
    const progress = throttle((state) => update({ done: state.done, note: state.note ?? null }))
    const kernelJob = kernelJobs.get(handler)
    const result = await (kernelJob ? kernelJob(input, caller, progress) : deps.calls.runHandler(handler, input, caller, { progress }))
    await update({
      state: 'done',
      done: 1,
      result: result === undefined ? null : JSON.stringify(result),
      finishedAt: new Date().toISOString(),
    })
    return null
  } catch (error) {
    const failure = error instanceof AgonError ? error : errorFromPostgres(error)
    const mayPass = failure === null || MAY_PASS.has(failure.code)
    if (mayPass) deps.logger.error({ err: error, job: key, handler }, 'a job failed')
    if (mayPass && !last) throw error
    const code = failure?.code ?? 'SERVER_FAULT'
    await update({ state: 'failed', error: code, finishedAt: new Date().toISOString() })
    return code
  } finally {
    clearInterval(beating)
  }
}

function sessionOf(
  { services: { sessions } }: ServerDeps,
  { userId, identity, apiKey }: Pick<Work, 'userId' | 'identity' | 'apiKey'>,
): Promise<Session> {
  if (apiKey) return sessions.ofKey(apiKey)
  return userId === null ? Promise.resolve(sessions.visitor()) : sessions.person(userId, identity)
}

/** @param runner  only when the job still is this run's */
async function updateJob(deps: ServerDeps, key: string, values: Record<string, unknown>, runner?: string): Promise<void> {
  const write = deps.db
    .updateTable('platform_job')
    .set({ ...values, updatedAt: new Date().toISOString() })
    .where('key', '=', key)
    .$if(runner !== undefined, (mine) => mine.where('runner', '=', runner!))
    .returning('ownerId')
  const row = await repeated(() => write.executeTakeFirst())
  if (!row) return
  await deps.services.notices.publish(deps.db, jobTopic(key))
  if (row.ownerId !== null && ('done' in values || 'finishedAt' in values))
    await deps.services.notices.publish(deps.db, ownJobsTopic(row.ownerId))
}

function throttle(tell: (state: JobProgress) => Promise<void>): (state: JobProgress) => Promise<void> {
  let reported = 0
  return async (state) => {
    if (Date.now() - reported < PROGRESS_EVERY_MS) return
    reported = Date.now()
    await tell(state)
  }
}
