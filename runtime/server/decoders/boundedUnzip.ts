/** Parts of a zip, as far as one file may unpack. The list at the end of the zip counts, as it does for Office. */
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl'
import { AgonError } from '../../core/errors.ts'
import { DECODER_LIMITS } from '../decoding/decoderLimits.ts'
import { UnpackBudget } from './boundedInflate.ts'

/** @param wanted  names of parts that are unpacked; default all @throws FILE_EXCESSIVE; a fault for what is damaged or encrypted */
export async function boundedUnzip(bytes: Uint8Array, wanted: (name: string) => boolean = () => true): Promise<Map<string, Uint8Array>> {
  const zip = await fromBufferPromise(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), { autoClose: false })
  if (zip.entryCount > DECODER_LIMITS.parts) throw new AgonError('FILE_EXCESSIVE', { reason: 'parts' })
  const budget = new UnpackBudget(bytes.length)
  const parts = new Map<string, Uint8Array>()
  for await (const entry of zip.eachEntry())
    if (!entry.fileName.endsWith('/') && wanted(entry.fileName)) parts.set(entry.fileName, await readPart(zip, entry, budget))
  return parts
}

async function readPart(zip: ZipFile, entry: Entry, budget: UnpackBudget): Promise<Uint8Array> {
  const max = budget.of(entry.compressedSize)
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of await zip.openReadStreamPromise(entry)) {
    size += (chunk as Buffer).length
    if (size > max) throw new AgonError('FILE_EXCESSIVE', { reason: 'size' })
    chunks.push(chunk as Buffer)
  }
  budget.take(size)
  return Buffer.concat(chunks)
}
