/** One range of bytes as a request asks for it (RFC 9110, 14.2): videos are played by it, and downloads continue. */
import type { ByteRange } from './fileStore.ts'

const ONE = /^bytes=(\d*)-(\d*)$/

/** Null: everything is answered, as for several ranges. A `start` behind the `end` is a range that the file does not have. @param size  in bytes */
export function readRange(header: string | string[] | undefined, size: number): ByteRange | null {
  const [, first = '', last = ''] = (typeof header === 'string' && ONE.exec(header)) || []
  if (first === '' && last === '') return null
  if (first === '') return Number(last) === 0 ? { start: size, end: size - 1 } : { start: Math.max(size - Number(last), 0), end: size - 1 }
  if (last !== '' && Number(last) < Number(first)) return null
  return { start: Number(first), end: last === '' ? size - 1 : Math.min(Number(last), size - 1) }
}
