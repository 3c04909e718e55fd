/** What a reader of a PDF finds: its words in their order, its title and language. */
import { inflateSync } from 'node:zlib'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'

export interface ReadPdf {
  /** Words of each page, without line ends and spaces: lines break where there is no room. */
  pages: string[]
  title: string
  language: string
}

export async function readPdf(bytes: Uint8Array): Promise<ReadPdf> {
  const task = getDocument({ data: new Uint8Array(bytes), verbosity: 0, useSystemFonts: false })
  const document = await task.promise
  const pages: string[] = []
  for (let number = 1; number <= document.numPages; number++) {
    const { items } = await (await document.getPage(number)).getTextContent()
    pages.push(
      items
        .map((item) => ('str' in item ? item.str : ''))
        .join('')
        .replace(/\s+/g, ''),
    )
  }
  const { info } = await document.getMetadata()
  const { Title, Language } = info as { Title: string; Language: string }
  await task.destroy()
  return { pages, title: Title, language: Language }
}

export interface Piece {
  text: string
  /** Points from the left and the lower edge. */
  x: number
  y: number
  width: number
}

/** Pieces of words on the first page. */
export async function readPieces(bytes: Uint8Array): Promise<Piece[]> {
  const task = getDocument({ data: new Uint8Array(bytes), verbosity: 0, useSystemFonts: false })
  const { items } = await (await (await task.promise).getPage(1)).getTextContent()
  await task.destroy()
  return items.flatMap((item) =>
    'str' in item && item.str !== '' ? [{ text: item.str, x: item.transform[4], y: item.transform[5], width: item.width }] : [],
  )
}

const ESCAPED: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' }

/** What the file says is written where letters stand in another order than they are read (ActualText). */
export function readActualText(bytes: Uint8Array): string[] {
  const file = Buffer.from(bytes)
  const texts: string[] = []
  for (let from = file.indexOf('stream\n'); from >= 0; from = file.indexOf('stream\n', from + 1)) {
    const content = inflated(file.subarray(from + 'stream\n'.length, file.indexOf('endstream', from))).toString('latin1')
    // a string of PDF: UTF-16 behind its mark, with escaped parentheses
    for (const [, words] of content.matchAll(/ActualText \(\xFE\xFF((?:\\.|[^\\)])*)\)/gs))
      texts.push(
        Buffer.from(
          words!.replace(/\\(.)/gs, (_, escaped: string) => ESCAPED[escaped] ?? escaped),
          'latin1',
        )
          .swap16()
          .toString('utf16le'),
      )
  }
  return texts
}

function inflated(stream: Buffer): Buffer {
  try {
    return inflateSync(stream)
  } catch {
    return Buffer.alloc(0)
  }
}
