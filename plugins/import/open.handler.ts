/** Begins an import, for a competition or of awards that a school reports; a job reads the sheet. */
import { defineHandler, type HandlerContext } from '../../runtime/core/contracts.ts'
import { importType } from '../generated/enums.ts'
import { draftList } from '../ranking/heldList.ts'
import { fieldsOf } from './fields.ts'
import { sheetFile } from './sheetFile.ts'

export default defineHandler('import.open', async ({ competitionId = null, type, eventId = null, listId, ...asked }, context) => {
  const { file: fileId, duplicates = 'refuse' } = asked
  const organisationId =
    competitionId === null ? asked.organisationId : (await context.call('import.reach', { id: competitionId })).organisationId
  const file = await sheetFile(fileId, context)
  const { formHash } = await fieldsOf({ competitionId, type, eventId }, context)
  const isResults = type === importType.results
  if (isResults) await assertList(competitionId, listId, context)
  const id = await context.rows.create('import.batch', {
    ...{ competitionId, organisationId: organisationId!, type, formHash, file },
    ...{ eventId: isResults ? null : eventId, listId: isResults ? listId! : null },
    ...{ userId: context.session.userId, fileName: file.name, duplicates },
  })
  return { id, jobId: await context.jobs.enqueue('import.read', { id }) }
})

/** @throws IMPORT_LIST, RANKING_LOCKED, NOT_FOUND */
async function assertList(competitionId: string | null, listId: string | null | undefined, context: HandlerContext): Promise<void> {
  if (!listId) return context.fail('IMPORT_LIST')
  const list = await draftList(listId, context)
  if (list.competitionId !== competitionId) context.fail('IMPORT_LIST')
}
