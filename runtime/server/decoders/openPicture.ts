/** Opens a picture of the kinds that the platform takes, after its size was read: PNG, JPEG, WebP, GIF. Nothing else is decoded, whatever the bytes are. */
import sharp, { type Metadata, type Sharp } from 'sharp'
import { AgonError } from '../../core/errors.ts'
import { DECODER_LIMITS } from '../decoding/decoderLimits.ts'

sharp.cache(false)
sharp.concurrency(1)
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadPng', 'VipsForeignLoadJpeg', 'VipsForeignLoadWebp', 'VipsForeignLoadNsgif'] })

/** @throws FILE_IMAGE */
export async function measurePicture(bytes: Uint8Array, name: string): Promise<{ width: number; height: number }> {
  const {
    width,
    height,
    pages = 1,
  } = await sharp(bytes, { limitInputPixels: false, failOn: 'error', pages: 1 })
    .metadata()
    .catch((): Pick<Metadata, 'width' | 'height' | 'pages'> => ({ width: 0, height: 0 }))
  if (!width || !height) throw new AgonError('FILE_IMAGE', { name, reason: 'unreadable' })
  const { pixels } = DECODER_LIMITS
  if (width * height * pages > pixels) throw new AgonError('FILE_IMAGE', { name, reason: 'pixels', max: pixels })
  return { width, height }
}

/** @throws FILE_IMAGE before anything is decoded */
export async function openPicture(bytes: Uint8Array): Promise<{ picture: Sharp; pixels: number }> {
  const { width, height } = await measurePicture(bytes, '')
  return { picture: sharp(bytes, { limitInputPixels: DECODER_LIMITS.pixels }), pixels: width * height }
}
