/** `/health/live`: the process is of use; it fails when PostgreSQL has not answered it for `silenceSeconds`, so that a supervisor starts it again.
 *  `/health/ready`: it can serve - not while it is stopping, without database, on a database that a newer release has changed, or without the folder of
 *  files. Asked however often, both cost one small query and one small file at most once a second. The body names what is wrong. */
import type { FastifyInstance } from 'fastify'
import { MS_PER_SECOND } from '../core/time.ts'
import { databaseLimits } from './database/databaseLimits.ts'
import { readVersionOf } from './database/platformVersion.ts'
import type { ServerDeps } from './serverContext.ts'
import type { BuiltServices } from './services.ts'

const KEPT_MS = 1_000
const PROBE_MS = 2_000

export interface Health {
  /** From now on the server is not ready: the load balancer learns it before connections are refused. */
  drain(): void
}

/** @param answeredAt  time of the last answer of the database, of whichever statement */
export function registerHealth(app: FastifyInstance, deps: ServerDeps, answeredAt: () => number): Health {
  let known: { at: number; wrong: Promise<string | null> } | undefined
  let isStopping = false
  app.addHook('preClose', async () => {
    isStopping = true
  })
  // a connection that is kept would be used again at the moment when it is closed
  app.addHook('onRequest', (_request, reply, done) => {
    if (isStopping) reply.header('connection', 'close')
    done()
  })
  const wrong = () => {
    const now = Date.now()
    if (!known || now - known.at > KEPT_MS) known = { at: now, wrong: whatIsWrong(deps) }
    return known.wrong
  }
  const answer = (path: string, ask: () => Promise<string | null>) =>
    app.get(path, async (_request, reply) => {
      const found = await ask()
      return reply
        .code(found === null ? 200 : 503)
        .header('cache-control', 'no-store')
        .send(found === null ? { status: 'ok' } : { status: 'unavailable', reason: found })
    })
  answer('/health/live', async () => {
    await wrong()
    const silence = databaseLimits(deps.platform()).silenceSeconds * MS_PER_SECOND
    return Date.now() - answeredAt() > silence ? 'database' : null
  })
  answer('/health/ready', async () => (isStopping ? 'stopping' : wrong()))
  return {
    drain: () => {
      isStopping = true
    },
  }
}

let reportedProblem: string | null = null

/** What keeps the server from serving, in one word; the log says more. */
async function whatIsWrong(deps: ServerDeps): Promise<string | null> {
  const { files } = deps.services as BuiltServices
  const version = await inTime(readVersionOf(deps.pool), 'silent').catch(() => 'silent' as const)
  if (version === 'silent') return 'database'
  if (version !== 'ours') return 'version'
  const problem = await inTime(files.problem(), 'the folder of files does not answer')
  if (problem !== null && problem !== reportedProblem) deps.logger.warn({ problem }, 'files cannot be stored')
  reportedProblem = problem
  return problem === null ? null : 'files'
}

function inTime<T, E>(work: Promise<T>, otherwise: E): Promise<T | E> {
  return Promise.race([work, new Promise<E>((resolve) => setTimeout(resolve, PROBE_MS, otherwise).unref())])
}
