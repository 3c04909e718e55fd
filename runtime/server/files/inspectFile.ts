/** What a file really is: its type by its first bytes, its extension against that type, and the size of a picture before anyone decodes it.
 *  The name and the type a browser claims are never believed. */
import { open, readFile } from 'node:fs/promises'
import { AgonError } from '../../core/errors.ts'
import { decodeText } from '../../core/typed/decodeText.ts'
import { isOfd } from './isOfd.ts'
import { isXml } from './isXml.ts'

export interface InspectedFile {
  type: string
  width: number | null
  height: number | null
}

/** 40 megapixels: 160 MB decoded. */
const MAX_PIXELS = 40_000_000
const TEXT_SAMPLE_BYTES = 65_536
const XML = 'application/xml'
const OFD = 'application/ofd'
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
 * @param path     the whole file
 * @param name     as the person named it
 * @param allowed  MIME types of the app document
 * @throws FILE_TYPE, FILE_IMAGE
 */
export async function inspectFile(path: string, name: string, allowed: readonly string[]): Promise<InspectedFile> {
  const extension = extensionOf(name)
  const type = await sniff(path, extension)
  if (!type || !allowed.includes(type)) throw new AgonError('FILE_TYPE', { name, found: type ?? 'unknown', allowed })
  return type.startsWith('image/') ? { type, ...(await measure(path, name)) } : { type, width: null, height: null }
}

/** Lower case, without the dot; `''` for none. */
export function extensionOf(name: string): string {
  const dot = name.lastIndexOf('.')
  const extension = dot < 0 ? '' : name.slice(dot + 1).toLowerCase()
  return SAME_EXTENSION[extension] ?? extension
}

async function sniff(path: string, extension: string): Promise<string | null> {
  const { fileTypeFromFile } = await import('file-type')
  const found = await fileTypeFromFile(path)
  if (extension === 'xml') return (found?.mime ?? XML) === XML && isXml(await readFile(path)) ? XML : null
  if (!found) return extension in PLAIN && (await isText(path)) ? PLAIN[extension]! : null
  if (extension === 'ofd') return found.mime === 'application/zip' && isOfd(await readFile(path)) ? OFD : null
  if (found.mime === 'application/x-cfb') return OLD_OFFICE[extension] ?? null
  return (SAME_EXTENSION[found.ext] ?? found.ext) === extension ? found.mime : null
}

/** Text in an encoding that people use, without control characters, as far as the sample goes. */
async function isText(path: string): Promise<boolean> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(TEXT_SAMPLE_BYTES), 0, TEXT_SAMPLE_BYTES, 0)
    return decodeText(buffer.subarray(0, bytesRead), { isCut: true }) !== null
  } finally {
    await file.close()
  }
}

async function measure(path: string, name: string): Promise<{ width: number; height: number }> {
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  const { width, height, pages } = await sharp(path, { limitInputPixels: false, failOn: 'error', pages: 1 })
    .metadata()
    .catch(() => ({ width: 0, height: 0, pages: 1 }))
  if (!width || !height) throw new AgonError('FILE_IMAGE', { name, reason: 'unreadable' })
  if (width * height * (pages ?? 1) > MAX_PIXELS) throw new AgonError('FILE_IMAGE', { name, reason: 'pixels', max: MAX_PIXELS })
  return { width, height }
}
