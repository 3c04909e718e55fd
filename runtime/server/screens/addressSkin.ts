/** The skin of the subject of an address. It is sent with the page, so that no other skin is seen first. It is read with a visitor's rights; a person with
 *  more rights gets theirs a moment later, when the page itself has asked. */
import type { FastifyRequest } from 'fastify'
import type { Lang } from '../../core/platform.ts'
import type { ServerDeps } from '../serverContext.ts'

/** Null when the address is about nothing that has one, also when what it names does not exist. */
export async function addressSkin({ platform, calls, services }: ServerDeps, { query }: FastifyRequest, lang: Lang): Promise<unknown> {
  const { addressSkin: ask } = platform().app
  if (!ask) return null
  const given = query as Record<string, unknown>
  const input = Object.fromEntries(ask.parameters.filter((name) => typeof given[name] === 'string').map((name) => [name, given[name]]))
  if (Object.keys(input).length === 0) return null
  const answer = await calls.run(ask.call, input, { session: services.sessions.visitor(), lang }).catch(() => null)
  return (answer as Record<string, unknown> | null)?.[ask.field] || null
}
