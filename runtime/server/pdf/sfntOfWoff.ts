/** WOFF -> the TrueType or OpenType file inside it (W3C WOFF 1.0). The library reads WOFF too, but unpacks whole tables again for each glyph. */
import { inflateSync } from 'node:zlib'

const HEAD = 44
const ENTRY = 20
const SFNT_HEAD = 12
const SFNT_ENTRY = 16
const ALIGN = 4

/** @throws RangeError for what is no WOFF file */
export function sfntOfWoff(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12)
  const tables = Array.from({ length: count }, (_, at) => readTable(woff, HEAD + at * ENTRY))
  const head = Buffer.alloc(SFNT_HEAD + count * SFNT_ENTRY)
  const power = 2 ** Math.floor(Math.log2(count))
  head.writeUInt32BE(woff.readUInt32BE(4), 0)
  head.writeUInt16BE(count, 4)
  head.writeUInt16BE(power * SFNT_ENTRY, 6)
  head.writeUInt16BE(Math.log2(power), 8)
  head.writeUInt16BE((count - power) * SFNT_ENTRY, 10)
  const parts: Buffer[] = [head]
  let offset = head.length
  for (const [at, { tag, checksum, data }] of tables.entries()) {
    const place = SFNT_HEAD + at * SFNT_ENTRY
    head.write(tag, place, 'latin1')
    head.writeUInt32BE(checksum, place + 4)
    head.writeUInt32BE(offset, place + 8)
    head.writeUInt32BE(data.length, place + 12)
    const padded = Math.ceil(data.length / ALIGN) * ALIGN
    parts.push(data, Buffer.alloc(padded - data.length))
    offset += padded
  }
  return Buffer.concat(parts)
}

function readTable(woff: Buffer, at: number): { tag: string; checksum: number; data: Buffer } {
  const [offset, packed, length] = [woff.readUInt32BE(at + 4), woff.readUInt32BE(at + 8), woff.readUInt32BE(at + 12)]
  const stored = woff.subarray(offset, offset + packed)
  return {
    tag: woff.toString('latin1', at, at + 4),
    checksum: woff.readUInt32BE(at + 16),
    data: packed < length ? inflateSync(stored) : stored,
  }
}
