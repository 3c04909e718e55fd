/** ClamAV's daemon, spoken to over TCP or a local socket with its command INSTREAM: the file goes in pieces, each behind its length, and one line comes
 *  back. A connection for each file: the daemon keeps none by itself. */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { defineProvider, type VirusScanner } from '../../runtime/core/contracts.ts'

interface Settings {
  host: string
  port: string
  socket?: string
  timeoutSeconds: string
}

const LENGTH_BYTES = 4
/** The daemon answers one line; a longer answer is not from it. */
const MAX_ANSWER = 4_096

export default defineProvider<VirusScanner, Settings>('files.clamav', 'virusScanner', (settings) => {
  const { host, port, socket, timeoutSeconds } = settings
  const timeout = Number(timeoutSeconds) * 1_000
  if (!(timeout > 0)) throw new Error(`CLAMAV_TIMEOUT_SECONDS must be a number of seconds, got "${timeoutSeconds}"`)
  return {
    async scan(file) {
      const connection = socket ? connect(socket) : connect(Number(port), host)
      connection.setTimeout(timeout, () => connection.destroy(new Error(`clamd did not answer within ${timeoutSeconds} s`)))
      try {
        const answer = readAnswer(connection)
        // a failure before anyone waits for the answer is reported below
        answer.catch(() => {})
        await once(connection, 'connect')
        await send(connection, file)
        return foundIn(await answer)
      } finally {
        connection.destroy()
      }
    },
  }
})

async function send(connection: Socket, file: AsyncIterable<Buffer>): Promise<void> {
  connection.write('zINSTREAM\0')
  for await (const piece of file) {
    if (piece.length === 0) continue
    const length = Buffer.alloc(LENGTH_BYTES)
    length.writeUInt32BE(piece.length)
    connection.write(length)
    // the daemon may close the connection early, at its own limit: its answer then says so; a closed connection is not closed again
    if (!connection.write(piece) && !connection.destroyed) await Promise.race([once(connection, 'drain'), once(connection, 'close')])
    if (connection.destroyed) return
  }
  connection.write(Buffer.alloc(LENGTH_BYTES))
}

function readAnswer(connection: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    connection.setEncoding('utf8')
    connection.on('data', (chunk: string) => {
      text += chunk
      if (text.includes('\0')) resolve(text.slice(0, text.indexOf('\0')))
      else if (text.length > MAX_ANSWER) reject(new Error('clamd answered no line'))
    })
    connection.on('error', reject)
    connection.on('close', () => reject(new Error('clamd ended the connection without an answer')))
  })
}

/** `stream: OK`, `stream: Eicar-Signature FOUND`; any other answer is no verdict. @throws Error */
function foundIn(answer: string): { infected: string | null } {
  if (answer === 'stream: OK') return { infected: null }
  const [, infected] = /^stream: (.+) FOUND$/.exec(answer) ?? []
  if (infected === undefined) throw new Error(`clamd answered "${answer.slice(0, 200)}"`)
  return { infected }
}
