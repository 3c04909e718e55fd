/** What a file really is: its type by its first bytes, its extension against that type, the size of a picture before anyone decodes it, and whether a document
 *  unpacks to more than is taken. The name and the type a browser claims are never believed. */
import { fileTypeFromBuffer } from 'file-type'
import { AgonError } from '../../core/errors.ts'
import { decodeText } from '../../core/typed/decodeText.ts'
import { boundedUnzip } from './boundedUnzip.ts'
import { inspectPdf } from './inspectPdf.ts'
import { isOfd } from './isOfd.ts'
import { isXml } from './isXml.ts'
import { measurePicture } from './openPicture.ts'

export interface InspectedFile {
  type: string
  width: number | null
  height: number | null
}

const TEXT_SAMPLE_BYTES = 65_536
const XML = 'application/xml'
const OFD = 'application/ofd'
const PDF = 'application/pdf'
const OFFICE = 'application/vnd.openxmlformats-officedocument.'
/** Types that have no magic bytes of their own, by extension. */
const PLAIN: Record<string, string> = { txt: 'text/plain', csv: 'text/csv', md: 'text/markdown' }
/** Old Office files share one container; the extension tells which. */
const OLD_OFFICE: Record<string, string> = {
  doc: 'application/msword',
  xls: 'application/vnd.ms-excel',
  ppt: 'application/vnd.ms-powerpoint',
}
/** Other spellings of an extension. */
const SAME_EXTENSION: Record<string, string> = { jpeg: 'jpg', jpe: 'jpg', tiff: 'tif', m4v: 'mp4' }

/**
 * @param name     as the person named it
 * @param allowed  MIME types of the app document
 * @throws FILE_TYPE, FILE_IMAGE, FILE_ACTIVE, FILE_UNREADABLE, FILE_EXCESSIVE
 */
export async function inspectFile(bytes: Uint8Array, name: string, allowed: readonly string[]): Promise<InspectedFile> {
  const type = await sniff(bytes, extensionOf(name))
  if (!type || !allowed.includes(type)) throw new AgonError('FILE_TYPE', { name, found: type ?? 'unknown', allowed })
  if (type.startsWith('image/')) return { type, ...(await measurePicture(bytes, name)) }
  if (type === PDF) await inspectPdf(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), name)
  if (type.startsWith(OFFICE)) await boundedUnzip(bytes)
  return { type, width: null, height: null }
}

/** Lower case, without the dot; `''` for none. */
export function extensionOf(name: string): string {
  const dot = name.lastIndexOf('.')
  const extension = dot < 0 ? '' : name.slice(dot + 1).toLowerCase()
  return SAME_EXTENSION[extension] ?? extension
}

async function sniff(bytes: Uint8Array, extension: string): Promise<string | null> {
  const found = await fileTypeFromBuffer(bytes)
  if (extension === 'xml') return (found?.mime ?? XML) === XML && isXml(bytes) ? XML : null
  if (!found) return extension in PLAIN && isText(bytes) ? PLAIN[extension]! : null
  if (extension === 'ofd') return found.mime === 'application/zip' && isOfd(await boundedUnzip(bytes)) ? OFD : null
  if (found.mime === 'application/x-cfb') return OLD_OFFICE[extension] ?? null
  return (SAME_EXTENSION[found.ext] ?? found.ext) === extension ? found.mime : null
}

/** Text in an encoding that people use, without control characters, as far as the sample goes. */
function isText(bytes: Uint8Array): boolean {
  const sample = bytes.subarray(0, TEXT_SAMPLE_BYTES)
  return decodeText(sample, { isCut: true }) !== null
}
