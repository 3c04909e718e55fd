/** Whether bytes are well-formed XML without a document type: one could name files of the reader's machine or grow without end.
 *  The encoding is decided by the content, as for every text file. */
import { SaxesParser } from 'saxes'
import { decodeText } from '../../core/typed/decodeText.ts'

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
    const text = decodeText(bytes)?.text ?? ''
    for (let at = 0; at < text.length; at += CHUNK_CHARACTERS) parser.write(text.slice(at, at + CHUNK_CHARACTERS))
    parser.close()
  } catch {
    return false
  }
  return outermost !== undefined && (root === undefined || outermost === root)
}
