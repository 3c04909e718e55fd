import type { FastifyInstance } from 'fastify'
import type { Pool } from 'pg'

/** In the process of a hand-written server: serves, sends `ready` to the process that started it, and ends on SIGTERM. */
export async function serveUntilStopped(
  app: Pick<FastifyInstance, 'listen' | 'close'>,
  pool: Pool,
  port: number,
  ready: object = {},
): Promise<void> {
  await app.listen({ port, host: '127.0.0.1' })
  console.log(JSON.stringify(ready))
  process.on(
    'SIGTERM',
    () =>
      void app
        .close()
        .then(() => pool.end())
        .then(() => process.exit(0)),
  )
}
