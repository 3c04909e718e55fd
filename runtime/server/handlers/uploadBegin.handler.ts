/** Begins an upload in parts. */
import { defineHandler } from '../../core/contracts.ts'

const DEFAULT_PURPOSE = 'answer'

export default defineHandler('platform.uploadBegin', ({ name, size, purpose }, { files }) =>
  files.parts.begin({ name, size, purpose: purpose ?? DEFAULT_PURPOSE }),
)
