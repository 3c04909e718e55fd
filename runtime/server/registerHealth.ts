/** `/health/live`: the process answers. `/health/ready`: it can serve, which costs one small query at most once a second, however often it is asked. */
import type { FastifyInstance } from 'fastify'
import type { ServerDeps } from './serverContext.ts'

const KEPT_MS = 1_000
const QUERY_MS = 2_000

export function registerHealth(app: FastifyInstance, deps: ServerDeps): void {
  let known: { at: number; ready: Promise<boolean> } | undefined
  let closing = false
  app.addHook('preClose', async () => {
    closing = true
  })
  const ready = () => {
    const now = Date.now()
    if (!known || now - known.at > KEPT_MS) known = { at: now, ready: canQuery(deps) }
    return known.ready
  }
  app.get('/health/live', async (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }))
  app.get('/health/ready', async (_request, reply) => {
    const ok = !closing && (await ready())
    return reply
      .code(ok ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status: ok ? 'ok' : 'unavailable' })
  })
}

async function canQuery({ pool }: ServerDeps): Promise<boolean> {
  const timeout = new Promise<boolean>((resolve) => setTimeout(resolve, QUERY_MS, false).unref())
  const query = pool.query('SELECT 1').then(
    () => true,
    () => false,
  )
  return Promise.race([query, timeout])
}
