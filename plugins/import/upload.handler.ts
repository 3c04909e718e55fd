/** Keeps a sheet for who uploads it; it belongs to an import once one is opened with it. */
import { defineHandler } from '../../runtime/core/contracts.ts'

export default defineHandler('import.upload', async ({ competitionId, file }, context) => {
  await context.call('import.reach', { id: competitionId })
  return context.files.store(file.stream, { name: file.name, purpose: 'import' })
})
