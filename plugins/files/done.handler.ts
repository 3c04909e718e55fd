import { defineHandler } from '../../runtime/core/contracts.ts'

export default defineHandler('files.done', async ({ ticket }, { files, session, fail }) => {
  const file = await files.takeTicket(ticket)
  return file.ownerId === session.userId ? file : fail('NOT_FOUND', { entity: 'platform.file' })
})
