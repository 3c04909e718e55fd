/** An MP4 with the boxes that play it. All others (titles, authors, places, XMP, what stands behind the last) become free space of the same length, so that nothing else moves;
 *  names inside the boxes that stay are blanked. */
const HEAD = 8
const LONG_HEAD = 16
/** Boxes by what holds them (ISO/IEC 14496-12, table 1). */
const PLAYED: Readonly<Record<string, readonly string[]>> = {
  '': ['ftyp', 'styp', 'moov', 'moof', 'mdat', 'sidx', 'mfra'],
  moov: ['mvhd', 'trak', 'mvex', 'iods'],
  trak: ['tkhd', 'edts', 'mdia', 'tref'],
  edts: ['elst'],
  mdia: ['mdhd', 'hdlr', 'minf'],
  minf: ['vmhd', 'smhd', 'hmhd', 'nmhd', 'sthd', 'dinf', 'stbl'],
  dinf: ['dref'],
  stbl: ['stsd', 'stts', 'ctts', 'cslg', 'stsc', 'stsz', 'stz2', 'stco', 'co64', 'stss', 'stsh', 'sdtp', 'sbgp', 'sgpd', 'subs'],
  mvex: ['mehd', 'trex'],
  moof: ['mfhd', 'traf'],
  traf: ['tfhd', 'tfdt', 'trun', 'sbgp', 'sgpd', 'subs', 'saiz', 'saio'],
  mfra: ['tfra', 'mfro'],
}
/** Heads of tracks and of the video: version, flags, created, changed. */
const DATED: ReadonlySet<string> = new Set(['mvhd', 'tkhd', 'mdhd'])
const [SHORT_TIMES, LONG_TIMES] = [8, 16]
/** Of a handler's box: behind version, flags, reserved, kind and three reserved words. */
const HANDLER_NAME = 24
/** Of a video's sample entry: 32 bytes, the first its length. */
const PICTURE_ENTRIES: ReadonlySet<string> = new Set(['avc1', 'avc3', 'hvc1', 'hev1', 'av01', 'vp08', 'vp09', 'mp4v'])
const [ENTRY_NAME, ENTRY_NAME_END] = [50, 82]

/** @throws RangeError for boxes that do not fit in each other */
export function copyVideo(bytes: Uint8Array): Buffer {
  const copy = Buffer.from(bytes)
  blankBoxes(copy, '', 0, copy.length)
  return copy
}

function blankBoxes(bytes: Buffer, holder: string, from: number, to: number): void {
  let at = from
  for (; at + HEAD <= to; ) {
    const short = bytes.readUInt32BE(at)
    const head = short === 1 ? LONG_HEAD : HEAD
    const size = short === 0 ? to - at : short === 1 ? Number(bytes.readBigUInt64BE(at + HEAD)) : short
    if (size < head || at + size > to) throw new RangeError('a box of the video is longer than what holds it')
    blankBox(bytes, holder, { name: bytes.toString('latin1', at + 4, at + HEAD), at, from: at + head, to: at + size })
    at += size
  }
  bytes.fill(0, at, to)
}

interface Box {
  name: string
  at: number
  /** Of its content. */
  from: number
  to: number
}

function blankBox(bytes: Buffer, holder: string, { name, at, from, to }: Box): void {
  if (!PLAYED[holder]!.includes(name)) {
    bytes.write('free', at + 4, 'latin1')
    bytes.fill(0, from, to)
  } else if (name in PLAYED) blankBoxes(bytes, name, from, to)
  else if (name === 'hdlr') bytes.fill(0, Math.min(from + HANDLER_NAME, to), to)
  else if (name === 'dref') assertInside(bytes, from, to)
  else if (name === 'stsd') blankEntries(bytes, from + HEAD, to)
  else if (DATED.has(name)) bytes.fill(0, from + 4, from + 4 + (bytes[from] === 1 ? LONG_TIMES : SHORT_TIMES))
}

/** A track whose samples are in another file names that file. */
function assertInside(bytes: Buffer, from: number, to: number): void {
  const flags = bytes.readUIntBE(from + HEAD + HEAD + 1, 3)
  if (bytes.readUInt32BE(from + 4) !== 1 || (flags & 1) === 0) throw new RangeError('the video is in another file')
  bytes.fill(0, from + HEAD + HEAD + 4, to)
}

/** Names of encoders, and boxes inside of entries that are no settings of a decoder. */
function blankEntries(bytes: Buffer, from: number, to: number): void {
  for (let at = from; at + HEAD <= to; ) {
    const size = bytes.readUInt32BE(at)
    if (size < HEAD || at + size > to) throw new RangeError('a sample entry of the video is too long')
    if (PICTURE_ENTRIES.has(bytes.toString('latin1', at + 4, at + HEAD)) && size >= ENTRY_NAME_END)
      bytes.fill(0, at + ENTRY_NAME, at + ENTRY_NAME_END)
    at += size
  }
}
