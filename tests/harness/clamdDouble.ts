/** ClamAV's daemon as far as INSTREAM goes: puts the pieces together, and finds the test signature that all scanners know. */
import { createServer, type Server, type Socket } from 'node:net'

/** https://www.eicar.org: harmless, found by agreement. In two parts, so that no scanner stops at this file. */
export const EICAR = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD', '-ANTIVIRUS-TEST-FILE!$H+H*'].join('')

export interface ClamdDouble {
  server: Server
  mood: {
    /** Ends each connection immediately. */
    down: boolean
    /** Answers that the stream was too long for it. */
    full: boolean
  }
  /** Sizes of the streams that came whole. */
  scanned: number[]
}

export function clamdDouble(): ClamdDouble {
  const mood: ClamdDouble['mood'] = { down: false, full: false }
  const scanned: number[] = []
  const server = createServer((socket) => {
    if (mood.down) return void socket.destroy()
    socket.on('error', () => {})
    void answer(socket)
  })
  async function answer(socket: Socket): Promise<void> {
    let bytes = Buffer.alloc(0)
    for await (const chunk of socket) {
      bytes = Buffer.concat([bytes, chunk as Buffer])
      const content = contentOf(bytes)
      if (!content) continue
      scanned.push(content.length)
      const verdict = mood.full
        ? 'INSTREAM size limit exceeded. ERROR'
        : content.includes(EICAR)
          ? 'stream: Eicar-Signature FOUND'
          : 'stream: OK'
      return void socket.end(`${verdict}\0`)
    }
  }
  return { server, mood, scanned }
}

const COMMAND = 'zINSTREAM\0'

/** Null until the piece without length has come. */
function contentOf(bytes: Buffer): Buffer | null {
  if (bytes.length < COMMAND.length) return null
  if (bytes.toString('latin1', 0, COMMAND.length) !== COMMAND) throw new Error('not the command INSTREAM')
  const pieces: Buffer[] = []
  for (let at = COMMAND.length; at + 4 <= bytes.length; ) {
    const length = bytes.readUInt32BE(at)
    if (length === 0) return Buffer.concat(pieces)
    if (at + 4 + length > bytes.length) return null
    pieces.push(bytes.subarray(at + 4, at + 4 + length))
    at += 4 + length
  }
  return null
}
