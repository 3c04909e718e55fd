/** Stands between a server and its database and cuts the line at a chosen moment: after PostgreSQL has done what it was asked, before anyone is answered. Or
 *  keeps lines open over which nothing passes any more. */
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export interface DatabaseProxy {
  /** The same database, through the proxy. */
  address(databaseUrl: string): string
  /** The next COMMIT of a connection over which this text went is answered to no one: its line is cut when the answer is there. Settles then. */
  swallowCommitAfter(text: string): Promise<void>
  /** Connections that are open pass nothing more, and stay open: as after a failover, or behind a firewall that forgot them. New ones work. */
  silence(): void
  /** New connections lead to another server; those that are open are cut. */
  follow(databaseUrl: string): void
  /** How many connections have been opened. */
  opened(): number
  close(): Promise<void>
}

/** @param databaseUrl  where PostgreSQL listens */
export async function createDatabaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
  let { hostname, port } = new URL(databaseUrl)
  const lines = new Set<Socket>()
  let wanted: { text: string; done: () => void } | undefined
  let generation = 0
  let opened = 0
  const server = createServer((near) => {
    const far = connect(Number(port), hostname)
    lines.add(near)
    near.once('close', () => lines.delete(near))
    const born = generation
    opened++
    let isMeant = false
    let swallowing: (() => void) | undefined
    near.on('data', (chunk) => {
      if (born !== generation) return
      isMeant ||= wanted !== undefined && chunk.includes(wanted.text)
      if (isMeant && wanted && chunk.includes('COMMIT')) {
        swallowing = wanted.done
        wanted = undefined
      }
      far.write(chunk)
    })
    far.on('data', (chunk) => {
      if (born !== generation) return
      if (!swallowing) return void near.write(chunk)
      // answers to what was sent before COMMIT come first
      if (!chunk.includes('COMMIT')) return
      near.destroy()
      far.destroy()
      swallowing()
    })
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      one.on('error', () => other.destroy())
      // what PostgreSQL ends on a silent line is not heard either
      one.on('close', () => (born === generation || one === near) && other.destroy())
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    address(url) {
      const through = new URL(url)
      through.hostname = '127.0.0.1'
      through.port = String((server.address() as AddressInfo).port)
      return through.href
    },
    swallowCommitAfter: (text) =>
      new Promise((done) => {
        wanted = { text, done }
      }),
    silence: () => {
      generation++
    },
    follow(url) {
      ;({ hostname, port } = new URL(url))
      for (const line of lines) line.destroy()
    },
    opened: () => opened,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
