/** Takes one part of a large file. */
import { defineHandler } from '../../core/contracts.ts'
import { AgonError } from '../../core/errors.ts'

export default defineHandler('platform.uploadPart', ({ ticket, offset, file }, { files }) => {
  if (typeof file?.stream?.pipe !== 'function') throw new AgonError('CONTENT_TYPE', { found: 'no multipart file' })
  return files.parts.add(ticket, Number(offset), file.stream)
})
