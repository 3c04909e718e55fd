/** A JPEG inside of a document without EXIF, XMP, IPTC and comments; its pixels stay bit for bit. */
const START = 0xd8
const SCAN = 0xda
const COMMENT = 0xfe
const [FIRST_APP, LAST_APP] = [0xe0, 0xef]
/** JFIF, colour profile and Adobe's colour transform: readers need them. */
const KEPT_APPS = new Set([0xe0, 0xe2, 0xee])

/** Other data are returned unchanged. */
export function cleanJpeg(bytes: Uint8Array): Uint8Array {
  if (bytes[0] !== 0xff || bytes[1] !== START) return bytes
  const kept: Uint8Array[] = [bytes.subarray(0, 2)]
  let at = 2
  while (at + 4 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1]!
    if (marker === SCAN) break
    const end = at + 2 + (bytes[at + 2]! << 8) + bytes[at + 3]!
    const isTelling = marker === COMMENT || (marker >= FIRST_APP && marker <= LAST_APP && !KEPT_APPS.has(marker))
    if (!isTelling) kept.push(bytes.subarray(at, end))
    at = end
  }
  kept.push(bytes.subarray(at))
  return new Uint8Array(Buffer.concat(kept))
}
