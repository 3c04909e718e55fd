/** The bytes of a text file -> its text. Spreadsheets in China save CSV as GB18030, others as UTF-16; the file does not say so, its bytes do. */

export type TextEncoding = 'UTF-8' | 'UTF-16' | 'GB18030'
export interface DecodedText {
  text: string
  encoding: TextEncoding
}

const MARKS = [
  { bytes: [0xef, 0xbb, 0xbf], decoder: 'utf-8', encoding: 'UTF-8' },
  { bytes: [0xff, 0xfe], decoder: 'utf-16le', encoding: 'UTF-16' },
  { bytes: [0xfe, 0xff], decoder: 'utf-16be', encoding: 'UTF-16' },
] as const

/** A mark at the start decides; else what the bytes are without a mistake: UTF-16 when signs of one byte come with zeros, UTF-8, GB18030.
 *  @param options `isCut`: the end may stand inside a character @returns without the mark; null when it is no text in any of them */
export function decodeText(bytes: Uint8Array, { isCut = false } = {}): DecodedText | null {
  const decoded = (decoder: string, encoding: TextEncoding) => decodedAs(bytes, { decoder, encoding, isCut })
  const mark = MARKS.find((each) => each.bytes.every((byte, at) => bytes[at] === byte))
  if (mark) return decoded(mark.decoder, mark.encoding)
  if (bytes.includes(0)) return decoded(zerosAtEven(bytes) ? 'utf-16be' : 'utf-16le', 'UTF-16')
  return decoded('utf-8', 'UTF-8') ?? decoded('gb18030', 'GB18030')
}

interface Way {
  decoder: string
  encoding: TextEncoding
  isCut: boolean
}

function decodedAs(bytes: Uint8Array, { decoder, encoding, isCut }: Way): DecodedText | null {
  try {
    const text = new TextDecoder(decoder, { fatal: true }).decode(bytes, { stream: isCut })
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
    return /[\u0000-\u0008\u000e-\u001f]/.test(text) ? null : { text, encoding }
  } catch {
    return null
  }
}

/** More often than at odd places: the byte of a Latin letter stands second. */
function zerosAtEven(bytes: Uint8Array): boolean {
  let balance = 0
  for (const [at, byte] of bytes.entries()) if (byte === 0) balance += at % 2 === 0 ? 1 : -1
  return balance > 0
}
