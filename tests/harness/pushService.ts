/** A push service of the tests (RFC 8030), with browsers that subscribe to it: keeps what was posted, and reads it with the keys of the browser. */
import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface PushedNotice {
  headers: IncomingHttpHeaders
  text: string
}
export interface PushBrowser {
  /** What a browser tells the platform. */
  subscription: { endpoint: string; p256dh: string; auth: string; name: string }
  heard: PushedNotice[]
  /** Status of its answers. */
  answer: number
}

export interface PushService {
  origin: string
  subscribe(): PushBrowser
  close(): Promise<void>
}

export async function startPushService(): Promise<PushService> {
  const browsers = new Map<string, PushBrowser & { read(body: Buffer): string }>()
  const server = createServer((request, reply) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const browser = browsers.get(request.url ?? '')
      if (browser && browser.answer < 300) browser.heard.push({ headers: request.headers, text: browser.read(Buffer.concat(parts)) })
      reply.writeHead(browser?.answer ?? 404).end()
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin,
    subscribe() {
      const path = `/push/${randomBytes(8).toString('hex')}`
      const keys = createECDH('prime256v1')
      const own = keys.generateKeys()
      const auth = randomBytes(16)
      const subscription = {
        endpoint: origin + path,
        p256dh: own.toString('base64url'),
        auth: auth.toString('base64url'),
        name: 'Chrome · Linux',
      }
      const browser = { subscription, heard: [], answer: 201, read: (body: Buffer) => decrypt(body, { keys, own, auth }) }
      browsers.set(path, browser)
      return browser
    },
    close: () => new Promise((done) => server.close(() => done())),
  }
}

interface BrowserKeys {
  keys: ReturnType<typeof createECDH>
  own: Buffer
  auth: Buffer
}

/** One record of aes128gcm (RFC 8188) with the keys of RFC 8291. */
function decrypt(body: Buffer, { keys, own, auth }: BrowserKeys): string {
  const salt = body.subarray(0, 16)
  const length = body[20]!
  const sender = body.subarray(21, 21 + length)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), own, sender])
  const secret = Buffer.from(hkdfSync('sha256', keys.computeSecret(sender), auth, info, 32))
  const derive = (what: string, bytes: number) =>
    Buffer.from(hkdfSync('sha256', secret, salt, Buffer.from(`Content-Encoding: ${what}\0`), bytes))
  const record = body.subarray(21 + length)
  const opened = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12))
  opened.setAuthTag(record.subarray(-16))
  const plain = Buffer.concat([opened.update(record.subarray(0, -16)), opened.final()])
  // a delimiter and padding end the record
  return plain.subarray(0, plain.lastIndexOf(2)).toString()
}
