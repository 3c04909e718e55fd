/** One file of a work -> its copy without what tells its author, or why there is none. */
import { defineDecoder } from '../../../../runtime/core/contracts.ts'
import { AgonError } from '../../../../runtime/core/errors.ts'
import type { ReviewCopyReason } from '../../../generated/enums.ts'
import { copyOffice } from './copyOffice.ts'
import { copyPdf } from './copyPdf.ts'
import { copyPicture } from './copyPicture.ts'
import { copyVideo } from './copyVideo.ts'
import { Withheld } from './Withheld.ts'

type Copier = (
  bytes: Uint8Array,
  type: string,
  unzip: (bytes: Uint8Array) => Promise<Map<string, Uint8Array>>,
) => Uint8Array | Promise<Uint8Array>

const OFFICE = 'application/vnd.openxmlformats-officedocument'
const PDF = 'application/pdf'
const COPIERS: Readonly<Record<string, Copier>> = {
  'image/png': copyPicture,
  'image/jpeg': copyPicture,
  'image/webp': copyPicture,
  'image/gif': copyPicture,
  [PDF]: copyPdf,
  [`${OFFICE}.wordprocessingml.document`]: copyOffice,
  [`${OFFICE}.spreadsheetml.sheet`]: copyOffice,
  [`${OFFICE}.presentationml.presentation`]: copyOffice,
  'video/mp4': copyVideo,
}
const NEVER_COPIED: Readonly<Record<string, ReviewCopyReason>> = { 'application/zip': 'archive', 'application/msword': 'legacy' }

/** Answers the reason when there is no copy. */
export default defineDecoder<{ type: string }, ReviewCopyReason | null>('review.copy', async (bytes, { type }, { unzip, assertPdf }) => {
  const copier = COPIERS[type]
  if (!copier) return { value: NEVER_COPIED[type] ?? 'kind' }
  try {
    if (type === PDF) await assertPdf(bytes)
    return { value: null, bytes: await copier(bytes, type, unzip) }
  } catch (error) {
    if (error instanceof AgonError) throw error
    return { value: error instanceof Withheld ? error.reason : 'unreadable' }
  }
})
