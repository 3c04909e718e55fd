/** Deflated bytes -> what they unpack to, as far as one file may unpack: counted while it unpacks, never by what a file says of itself. */
import { promisify } from 'node:util'
import { constants, inflate, inflateRaw } from 'node:zlib'
import { AgonError } from '../../core/errors.ts'
import { DECODER_LIMITS } from '../decoding/decoderLimits.ts'

type Unpack = (bytes: Uint8Array, options: { finishFlush: number; maxOutputLength: number }) => Promise<Buffer>
const UNPACKERS = { zlib: promisify(inflate) as Unpack, raw: promisify(inflateRaw) as Unpack }

/** Unpacked bytes that one file still has. */
export class UnpackBudget {
  #left: number
  /** @param packed  bytes of the whole file */
  constructor(packed: number) {
    this.#left = Math.min(DECODER_LIMITS.unpackedBytes, allowed(packed))
  }

  /** Bytes that a part may unpack to. */
  of(packed: number): number {
    return Math.min(this.#left, DECODER_LIMITS.partBytes, allowed(packed))
  }

  take(bytes: number): void {
    this.#left -= bytes
  }
}

function allowed(packed: number): number {
  return Math.max(DECODER_LIMITS.anyRatioBytes, packed * DECODER_LIMITS.ratio)
}

/** Bytes behind the end of the packed ones are passed over. @throws FILE_EXCESSIVE; the fault of zlib for what is damaged */
export async function boundedInflate(packed: Uint8Array, budget: UnpackBudget, kind: keyof typeof UNPACKERS): Promise<Buffer> {
  const max = budget.of(packed.length)
  // zlib wants room for one byte at least
  const unpacked = await UNPACKERS[kind](packed, { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: Math.max(1, max) }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ERR_BUFFER_TOO_LARGE') throw excessive()
      throw error
    },
  )
  if (unpacked.length > max) throw excessive()
  budget.take(unpacked.length)
  return unpacked
}

function excessive(): AgonError {
  return new AgonError('FILE_EXCESSIVE', { reason: 'size' })
}
