/** Takes a paper in; it belongs to the information once a save names it. */
import { defineHandler, type UploadedFile } from '../../runtime/core/contracts.ts'

export default defineHandler<{ competitionId: string; file: UploadedFile }>('competitionInfo.uploadFile', ({ file }, { files, session }) =>
  files.store(file.stream, { name: file.name, purpose: 'competitionInfo', ownerId: session.userId }),
)
