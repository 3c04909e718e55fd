/** Whether bytes are well-formed XML in UTF-8 without a document type: one could name files of the reader's machine or grow without end. */
import { SaxesParser } from 'saxes'

const CHUNK_CHARACTERS = 65_536

/** @param root  local name that the outermost element must have */
export function isXml(bytes: Uint8Array, root?: string): boolean {
  const parser = new SaxesParser({ xmlns: true })
  let outermost: string | undefined
  parser.on('opentag', ({ local }) => {
    outermost ??= local
  })
  parser.on('doctype', () => {
    throw new Error('a document type')
  })
  parser.on('error', (error) => {
    throw error
  })
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    for (let at = 0; at < text.length; at += CHUNK_CHARACTERS) parser.write(text.slice(at, at + CHUNK_CHARACTERS))
    parser.close()
  } catch {
    return false
  }
  return outermost !== undefined && (root === undefined || outermost === root)
}
