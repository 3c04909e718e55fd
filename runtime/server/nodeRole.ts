/** The part of a process in a platform of several: ROLE. */
import type { FastifyInstance } from 'fastify'
import type { NodeRole, ServerConfig } from './serverContext.ts'

const ROLES: readonly NodeRole[] = ['all', 'web', 'jobs']
/** What a process that works answers: supervisors ask it too. */
const HEALTH = '/health/'

/** @throws Error in one line for another word */
export function readRole(setting: string | undefined): NodeRole {
  const role = ROLES.find((each) => each === (setting || 'all'))
  if (role === undefined) throw new Error(`ROLE must be one of ${ROLES.join(', ')}, not "${setting}"`)
  return role
}

/** Whether it works on jobs, seals the log and keeps house. */
export function works({ role }: ServerConfig): boolean {
  return role !== 'web'
}

/** A process that only works sends requests away: a load balancer that reaches it has the wrong address. */
export function refuseRequests(app: FastifyInstance, { role }: ServerConfig): void {
  if (role !== 'jobs') return
  app.addHook('onRequest', async (request, reply) => {
    if (!request.url.startsWith(HEALTH))
      await reply.code(503).type('text/plain').send('This process works on jobs (ROLE=jobs) and answers /health/ alone.\n')
  })
}
