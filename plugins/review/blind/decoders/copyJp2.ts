/** A JPEG 2000 inside of a document: its head and its pixels. XML, UUID and other boxes are left out, and comments in the code stream are blanked. */
const HEAD = 8
const LONG_HEAD = 16
/** Signature, kind, head, code stream (ISO/IEC 15444-1, annex I). */
const KEPT: ReadonlySet<string> = new Set(['jP  ', 'ftyp', 'jp2h', 'jp2c'])
const START = 0xff4f
const TILE = 0xff90
const COMMENT = 0xff64

/** @throws for what is no JPEG 2000 */
export function copyJp2(bytes: Uint8Array): Buffer {
  const given = Buffer.from(bytes)
  if (given.readUInt16BE(0) === START) return withoutComments(given)
  const kept: Buffer[] = []
  for (let at = 0; at + HEAD <= given.length; ) {
    const short = given.readUInt32BE(at)
    const name = given.toString('latin1', at + 4, at + HEAD)
    const size = short === 0 ? given.length - at : short === 1 ? Number(given.readBigUInt64BE(at + HEAD)) : short
    const head = short === 1 ? LONG_HEAD : HEAD
    if (size < head || at + size > given.length) throw new RangeError('a box of the picture is too long')
    if (name === 'jp2c') withoutComments(given.subarray(at + head, at + size))
    if (KEPT.has(name)) kept.push(given.subarray(at, at + size))
    at += size
  }
  if (kept.length === 0) throw new Error('no JPEG 2000')
  return Buffer.concat(kept)
}

/** In the main head, which ends with the first tile. */
function withoutComments(stream: Buffer): Buffer {
  for (let at = 2; at + 4 <= stream.length && stream.readUInt16BE(at) !== TILE; at += 2 + stream.readUInt16BE(at + 2))
    if (stream.readUInt16BE(at) === COMMENT) stream.fill(0x20, at + 6, at + 2 + stream.readUInt16BE(at + 2))
  return stream
}
