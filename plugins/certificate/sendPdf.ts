/** Answers a PDF: what was written, or what writes it once no transaction waits. */
import { attachmentHeader } from '../../runtime/core/attachmentHeader.ts'
import type { HandlerContext } from '../../runtime/core/contracts.ts'

export function sendPdf(
  { reply }: Pick<HandlerContext, 'reply'>,
  name: string,
  body: NodeJS.ReadableStream | Buffer | (() => Promise<Buffer>),
): void {
  reply.header('content-type', 'application/pdf')
  reply.header('cache-control', 'no-store')
  reply.header('content-disposition', attachmentHeader(name))
  if (typeof body === 'function') reply.later(body)
  else reply.stream(body)
}
