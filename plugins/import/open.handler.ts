/** Begins an import; a job reads the sheet. */
import { defineHandler, type HandlerContext } from '../../runtime/core/contracts.ts'
import { importType } from '../generated/enums.ts'
import { draftList } from '../ranking/heldList.ts'
import { fieldsOf } from './fields.ts'
import { sheetFile } from './sheetFile.ts'

export default defineHandler('import.open', async ({ competitionId, type, eventId, listId, file: fileId, duplicates }, context) => {
  const { organisationId } = await context.call('import.reach', { id: competitionId })
  const file = await sheetFile(fileId, context)
  const { formHash } = await fieldsOf({ competitionId, type, eventId: eventId ?? null }, context)
  const isResults = type === importType.results
  if (isResults) await assertList(competitionId, listId, context)
  const id = await context.rows.create('import.batch', {
    ...{ competitionId, organisationId: organisationId!, type, formHash, file },
    ...{ eventId: isResults ? null : (eventId ?? null), listId: isResults ? listId! : null },
    ...{ userId: context.session.userId, fileName: file.name, duplicates: duplicates ?? 'refuse' },
  })
  return { id, jobId: await context.jobs.enqueue('import.read', { id }) }
})

/** @throws IMPORT_LIST, RANKING_LOCKED, NOT_FOUND */
async function assertList(competitionId: string, listId: string | null | undefined, context: HandlerContext): Promise<void> {
  if (!listId) return context.fail('IMPORT_LIST')
  const list = await draftList(listId, context)
  if (list.competitionId !== competitionId) context.fail('IMPORT_LIST')
}
