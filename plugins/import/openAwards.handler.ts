/** Begins an import of awards that a school reports; a job reads the sheet. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { importType } from '../generated/enums.ts'
import { sheetFile } from './sheetFile.ts'

export default defineHandler('import.openAwards', async ({ organisationId, file: fileId, duplicates }, context) => {
  await context.call('data.mayReport', { id: organisationId })
  const file = await sheetFile(fileId, context)
  const id = await context.rows.create('import.batch', {
    ...{ competitionId: null, organisationId, type: importType.awards, formHash: null, file },
    ...{ userId: context.session.userId, fileName: file.name, duplicates: duplicates ?? 'refuse' },
  })
  return { id, jobId: await context.jobs.enqueue('import.read', { id }) }
})
