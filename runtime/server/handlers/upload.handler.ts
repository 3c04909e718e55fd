/** Keeps an uploaded file for the person. It belongs to nothing until a row names it. */
import { defineHandler } from '../../core/contracts.ts'
import { AgonError } from '../../core/errors.ts'

const DEFAULT_PURPOSE = 'answer'

export default defineHandler('platform.upload', ({ file, purpose }, { files }) => {
  if (typeof file?.stream?.pipe !== 'function') throw new AgonError('CONTENT_TYPE', { found: 'no multipart file' })
  return files.store(file.stream, { name: file.name, purpose: purpose ?? DEFAULT_PURPOSE })
})
