/** Pictures of a printed sheet in the sizes that its places need. Each is read in a process of its own, as an upload is: the author of the template may have sent anything. */
import type { PrintOrder } from '../../core/contracts.ts'
import type { PrintDocument } from '../../core/documents.ts'
import { AgonError } from '../../core/errors.ts'
import type picture from '../decoders/picture.decoder.ts'
import type { DecodersService } from '../decoding/createDecoders.ts'
import { MM_OF_INCH, PRINTED_DPI } from './points.ts'

const LARGEST_PX = 5000
/** Of all pictures of a sheet together, as they came. */
const MAX_PIXELS = 80_000_000

/** Those that cannot be read, and those beyond what a sheet may hold, are left out: the sheet says so. @throws BUSY while too many wait */
export async function preparePictures(
  { print, pictures, sheets }: Pick<PrintOrder, 'print' | 'pictures' | 'sheets'>,
  whose: string,
  decoders: Pick<DecodersService, 'run'>,
): Promise<Map<string, Uint8Array>> {
  const side = widestPicture(print)
  const prepared = new Map<string, Uint8Array>()
  let left = MAX_PIXELS * sheets.length
  for (const [address, bytes] of pictures) {
    if (left <= 0) break
    const read = await decoders.run<typeof picture>('platform.picture', bytes, { side }, { whose, name: '' }).catch(passUnreadable)
    left -= read?.value ?? 0
    if (read?.bytes && left >= 0) prepared.set(address, read.bytes)
  }
  return prepared
}

/** A file that is no picture is reported as a problem of the sheet. */
function passUnreadable(error: unknown): null {
  if (error instanceof AgonError && error.code.startsWith('FILE_')) return null
  throw error
}

/** Pixels of the longest side of any picture, as it is printed. */
function widestPicture({ pages }: PrintDocument): number {
  const sides = pages.flatMap(({ elements }) =>
    elements.flatMap(({ kind, width, height }) => (kind === 'picture' ? [Math.max(width, height)] : [])),
  )
  return Math.min(LARGEST_PX, Math.max(1, Math.ceil((Math.max(0, ...sides) / MM_OF_INCH) * PRINTED_DPI)))
}
