/** An MP4 without its metadata: boxes with titles, authors, places and XMP become free space of the same length, so that nothing else moves. */
const HEAD = 8
const LONG_HEAD = 16
const TELLING = new Set(['udta', 'meta', 'uuid', 'XMP_'])
const CONTAINERS = new Set(['moov', 'trak', 'mdia', 'minf', 'stbl', 'moof', 'traf', 'edts'])

/** @throws RangeError for boxes that do not fit in each other */
export function cleanVideo(bytes: Uint8Array): Uint8Array {
  const clean = Buffer.from(bytes)
  cleanBoxes(clean, 0, clean.length)
  return clean
}

function cleanBoxes(bytes: Buffer, from: number, to: number): void {
  for (let at = from; at + HEAD <= to; ) {
    const short = bytes.readUInt32BE(at)
    const head = short === 1 ? LONG_HEAD : HEAD
    const size = short === 0 ? to - at : short === 1 ? Number(bytes.readBigUInt64BE(at + HEAD)) : short
    if (size < head || at + size > to) throw new RangeError('a box of the video is longer than what holds it')
    const name = bytes.toString('latin1', at + 4, at + HEAD)
    if (TELLING.has(name)) {
      bytes.write('free', at + 4, 'latin1')
      bytes.fill(0, at + head, at + size)
    } else if (CONTAINERS.has(name)) cleanBoxes(bytes, at + head, at + size)
    at += size
  }
}
