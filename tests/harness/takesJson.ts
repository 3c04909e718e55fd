import type { FastifyInstance, InjectOptions } from 'fastify'

/** Requests of tests take JSON alone, as those of our client do, unless they say otherwise: exports answer their job. */
export function takesJson(app: FastifyInstance): void {
  const inject = app.inject.bind(app) as (options: InjectOptions) => ReturnType<FastifyInstance['inject']>
  const asClient = (asked: InjectOptions | string) => {
    const options = typeof asked === 'string' ? { url: asked } : asked
    return inject({ ...options, headers: { accept: 'application/json', ...options.headers } })
  }
  app.inject = asClient as FastifyInstance['inject']
}
