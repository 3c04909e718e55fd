/** HTTP over one socket with as little work as possible: the load of a bench shares two cores with the server that it measures. */
import { connect } from 'node:net'

export interface Reply<T = unknown> {
  code: number
  error?: string
  data: T
}
export interface Connection {
  /** One request at a time, as it goes over the wire; the answer is JSON with a length. */
  ask<T>(request: string): Promise<Reply<T>>
  end(): void
}

export async function connectTo(port: number): Promise<Connection> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  await new Promise((resolve) => socket.once('connect', resolve))
  let received = Buffer.alloc(0)
  let answer: ((reply: never) => void) | undefined
  socket.on('data', (chunk) => {
    received = Buffer.concat([received, chunk])
    const end = received.indexOf('\r\n\r\n')
    if (end < 0) return
    const length = Number(/content-length: (\d+)/i.exec(received.toString('latin1', 0, end))?.[1])
    if (received.length < end + 4 + length) return
    const body = received.toString('utf8', end + 4, end + 4 + length)
    received = received.subarray(end + 4 + length)
    answer?.(JSON.parse(body) as never)
  })
  return {
    ask: (request) =>
      new Promise((resolve, reject) => {
        answer = resolve
        socket.once('error', reject)
        socket.write(request, () => socket.off('error', reject))
      }),
    end: () => socket.destroy(),
  }
}

/** A POST of JSON. */
export function postRequest(path: string, token: string, input: object): string {
  const body = JSON.stringify(input)
  const head = [`POST ${path} HTTP/1.1`, 'host: 127.0.0.1', `authorization: Bearer ${token}`]
  return `${[...head, 'content-type: application/json', `content-length: ${Buffer.byteLength(body)}`].join('\r\n')}\r\n\r\n${body}`
}

/** A GET of a visitor. */
export function getRequest(path: string): string {
  return `GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n`
}
