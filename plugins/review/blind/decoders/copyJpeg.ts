/** A JPEG inside of a document: its tables and its pixels, bit for bit, and nothing else. EXIF, XMP, IPTC, thumbnails, profiles, comments and what stands behind the end are
 *  left out. */
const START = 0xd8
const END = 0xd9
const SCAN = 0xda
const JFIF = 0xe0
const ADOBE = 0xee
const RESTART = [0xd0, 0xd7] as const
/** JFIF without a thumbnail. */
const JFIF_BYTES = 14
const ADOBE_BYTES = 12
/** Tables, frames, scans, the restart interval and the number of lines (ITU-T T.81, B.1). */
const KEPT = (marker: number) =>
  (marker >= 0xc0 && marker <= 0xcf) || marker === SCAN || marker === 0xdb || marker === 0xdc || marker === 0xdd || marker === 0xde

/** @throws for what is no JPEG */
export function copyJpeg(bytes: Uint8Array): Buffer {
  if (bytes[0] !== 0xff || bytes[1] !== START) throw new Error('no JPEG')
  const kept: Uint8Array[] = [bytes.subarray(0, 2)]
  let at = 2
  for (;;) {
    while (at < bytes.length && !(bytes[at] === 0xff && bytes[at + 1] !== 0xff)) at += 1
    const marker = bytes[at + 1]
    if (marker === undefined || marker === END) break
    const length = (bytes[at + 2]! << 8) + bytes[at + 3]!
    const data = bytes.subarray(at + 4, at + 2 + length)
    if (KEPT(marker)) kept.push(bytes.subarray(at, at + 2 + length))
    else if (marker === JFIF && startsWith(data, 'JFIF\0')) kept.push(segment(JFIF, withoutThumbnail(data)))
    else if (marker === ADOBE && startsWith(data, 'Adobe')) kept.push(segment(ADOBE, data.subarray(0, ADOBE_BYTES)))
    at += 2 + length
    if (marker !== SCAN) continue
    const end = endOfScan(bytes, at)
    kept.push(bytes.subarray(at, end))
    at = end
  }
  kept.push(Uint8Array.of(0xff, END))
  return Buffer.concat(kept)
}

function startsWith(data: Uint8Array, text: string): boolean {
  return Buffer.from(data.subarray(0, text.length)).toString('latin1') === text
}

function withoutThumbnail(data: Uint8Array): Uint8Array {
  const copy = data.slice(0, JFIF_BYTES)
  copy.fill(0, JFIF_BYTES - 2)
  return copy
}

function segment(marker: number, data: Uint8Array): Buffer {
  const length = data.length + 2
  return Buffer.concat([Uint8Array.of(0xff, marker, length >> 8, length & 0xff), data])
}

/** Behind the pixels of a scan: in them, FF is followed by 00 or by a restart. */
function endOfScan(bytes: Uint8Array, from: number): number {
  for (let at = from; at + 1 < bytes.length; at++) {
    const next = bytes[at + 1]!
    if (bytes[at] === 0xff && next !== 0 && next !== 0xff && !(next >= RESTART[0] && next <= RESTART[1])) return at
  }
  return bytes.length
}
