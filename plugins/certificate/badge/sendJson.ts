/** Answers a JSON document that others verify. */
import type { HandlerContext } from '../../../runtime/core/contracts.ts'

export function sendJson(
  { reply }: Pick<HandlerContext, 'reply'>,
  document: unknown,
  { type, maxAge }: { type: string; maxAge: number },
): void {
  reply.header('content-type', `${type}; charset=utf-8`)
  reply.header('cache-control', maxAge > 0 ? `public, max-age=${maxAge}` : 'no-store')
  // verifiers in other pages read it
  reply.header('access-control-allow-origin', '*')
  reply.stream(Buffer.from(`${JSON.stringify(document, null, 2)}\n`))
}
