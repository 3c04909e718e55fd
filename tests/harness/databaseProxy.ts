/** Stands between a server and its database and cuts the line at a chosen moment: after PostgreSQL has done what it was asked, before anybody is told. */
import { type AddressInfo, connect, createServer } from 'node:net'

export interface DatabaseProxy {
  /** The same database, through the proxy. */
  address(databaseUrl: string): string
  /** The next COMMIT of a connection over which this text went is answered to nobody: its line is cut when the answer is there. Settles then. */
  swallowCommitAfter(text: string): Promise<void>
  close(): Promise<void>
}

/** @param databaseUrl  where PostgreSQL listens */
export async function createDatabaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
  const { hostname, port } = new URL(databaseUrl)
  let wanted: { text: string; done: () => void } | undefined
  const server = createServer((near) => {
    const far = connect(Number(port), hostname)
    let isMeant = false
    let swallowing: (() => void) | undefined
    near.on('data', (chunk) => {
      isMeant ||= wanted !== undefined && chunk.includes(wanted.text)
      if (isMeant && wanted && chunk.includes('COMMIT')) {
        swallowing = wanted.done
        wanted = undefined
      }
      far.write(chunk)
    })
    far.on('data', (chunk) => {
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
      one.on('close', () => other.destroy())
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
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
