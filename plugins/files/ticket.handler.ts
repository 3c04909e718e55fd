import { defineHandler } from '../../runtime/core/contracts.ts'

const ANY_TYPE = 'application/octet-stream'
const DEFAULT_PURPOSE = 'answer'

export default defineHandler('files.ticket', ({ name, size, type, purpose }, { files }) =>
  files.ticket({ name, size, type: type ?? ANY_TYPE, purpose: purpose ?? DEFAULT_PURPOSE }),
)
