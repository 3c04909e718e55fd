/** One file of a work -> its copy without properties, or why there is none. Pure but for the libraries. */
import type { ReviewCopyReason } from '../../generated/enums.ts'
import { cleanOffice, EmbeddedFiles } from './cleanOffice.ts'
import { cleanPdf } from './cleanPdf.ts'
import { cleanPicture } from './cleanPicture.ts'
import { cleanVideo } from './cleanVideo.ts'

type Cleaner = (bytes: Uint8Array, type: string) => Uint8Array | Promise<Uint8Array>

const OFFICE = 'application/vnd.openxmlformats-officedocument'
const CLEANERS: Readonly<Record<string, Cleaner>> = {
  'image/png': cleanPicture,
  'image/jpeg': cleanPicture,
  'image/webp': cleanPicture,
  'image/gif': cleanPicture,
  'application/pdf': cleanPdf,
  [`${OFFICE}.wordprocessingml.document`]: cleanOffice,
  [`${OFFICE}.spreadsheetml.sheet`]: cleanOffice,
  [`${OFFICE}.presentationml.presentation`]: cleanOffice,
  'video/mp4': cleanVideo,
}
const NOT_CLEANED: Readonly<Record<string, ReviewCopyReason>> = { 'application/zip': 'archive', 'application/msword': 'legacy' }

export async function cleanFile(bytes: Uint8Array, type: string): Promise<{ clean: Uint8Array } | { reason: ReviewCopyReason }> {
  const cleaner = CLEANERS[type]
  if (!cleaner) return { reason: NOT_CLEANED[type] ?? 'kind' }
  try {
    return { clean: await cleaner(bytes, type) }
  } catch (error) {
    return { reason: error instanceof EmbeddedFiles ? 'embedded' : 'unreadable' }
  }
}
