/** Answers what Node's HTTP parser refuses: no request was made of it, so no route and no hook is there. The same envelope and headers as elsewhere, in
 *  the default language, written to the socket by hand. */
import { type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Platform } from '../../core/platform.ts'
import { failureEnvelope, failureOf } from './envelope.ts'
import { EVERY_REPLY } from './everyReply.ts'

/** Parser errors other than an unreadable request. */
const CODES: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: 'HEADERS_TOO_LARGE',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'BODY_TOO_LARGE',
  ERR_HTTP_REQUEST_TIMEOUT: 'REQUEST_TIMEOUT',
}

/** For the server's event `clientError`. The connection ends with it. */
export function refuseConnection(error: { code?: string }, socket: Socket, platform: Platform): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  if (socket.writable && !hasBegun(socket)) socket.end(refusal(error, platform))
  else socket.destroy()
}

/** A second reply would cut off the one under way. */
function hasBegun(socket: Socket & { _httpMessage?: ServerResponse }): boolean {
  return socket._httpMessage?.headersSent === true
}

function refusal({ code = '' }: { code?: string }, platform: Platform): string {
  const failure = failureOf({ code: CODES[code] ?? 'BODY_SYNTAX' }, platform.app.languages.default, platform)
  const body = JSON.stringify(failureEnvelope(failure))
  const headers = {
    ...EVERY_REPLY,
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    date: new Date().toUTCString(),
    connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return `HTTP/1.1 ${failure.status} ${STATUS_CODES[failure.status]}\r\n${lines.join('')}\r\n${body}`
}
