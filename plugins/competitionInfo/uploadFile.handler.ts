/** Uploads a supporting document; it belongs to the information once a save names it. */
import { defineHandler } from '../../runtime/core/contracts.ts'

export default defineHandler('competitionInfo.uploadFile', ({ file }, { files, session }) =>
  files.store(file.stream, { name: file.name, purpose: 'competitionInfo', ownerId: session.userId }),
)
