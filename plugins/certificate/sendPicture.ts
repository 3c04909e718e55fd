/** Answers a PNG that anyone may keep for a while. */
import type { HandlerContext } from '../../runtime/core/contracts.ts'

export function sendPicture({ reply }: Pick<HandlerContext, 'reply'>, picture: Buffer, seconds: number): void {
  reply.header('content-type', 'image/png')
  reply.header('cache-control', `public, max-age=${seconds}`)
  reply.stream(picture)
}
