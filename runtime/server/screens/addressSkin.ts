/** The skin of the subject of an address. It is sent with the page, so that no other skin is seen first. It is read with a visitor's rights; a person with
 *  more rights gets theirs a moment later, when the page itself has asked. */
import type { PageDocument } from '../../core/documents.ts'
import type { Lang } from '../../core/platform.ts'
import type { ServerDeps } from '../serverContext.ts'

interface Address {
  query: unknown
  page: PageDocument | undefined
  /** Parts of the path by name; those that the page reads as parameters count. */
  route: Readonly<Record<string, string>>
}

/** Null when the address is about nothing that has one, also when what it names does not exist. */
export async function addressSkin(
  { platform, calls, services }: ServerDeps,
  { query, page, route }: Address,
  lang: Lang,
): Promise<unknown> {
  const { addressSkin: ask } = platform().app
  if (!ask) return null
  const given = { ...(query as Record<string, unknown>), ...ofPath(page, route) }
  const input = Object.fromEntries(ask.parameters.filter((name) => typeof given[name] === 'string').map((name) => [name, given[name]]))
  if (Object.keys(input).length === 0) return null
  const answer = await calls.run(ask.call, input, { session: services.sessions.visitor(), lang }).catch(() => null)
  return (answer as Record<string, unknown> | null)?.[ask.field] || null
}

function ofPath(page: PageDocument | undefined, route: Address['route']): Record<string, string> {
  return Object.fromEntries(Object.entries(route).filter(([name]) => page?.parameters?.[name] !== undefined))
}
