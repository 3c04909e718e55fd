/** A competition's own design of badges begins as the sheet that comes with the platform. */
import { defineHandler } from '../../../runtime/core/contracts.ts'
import { printContent } from '../../certificate/template/printContent.ts'
import { BADGE, BADGE_ENTITY, badgeDocumentId } from './badgeDesign.ts'

export default defineHandler('checkin.beginBadge', async ({ competitionId }, context) => {
  const { organisationId } = await context.rows.get('competition.competition', competitionId)
  const id = await context.rows.create(BADGE_ENTITY, { competitionId, organisationId, changedBy: context.session.userId })
  const documentId = badgeDocumentId(id)
  await context.rows.save(BADGE_ENTITY, { id }, { documentId })
  const start = context.platform.get('print', BADGE)
  const content = printContent({ ...start }, { documentId, name: start.title, data: BADGE }, context)
  await context.documents.store.saveDraft('print', documentId, content, undefined, { apart: true })
  return { id }
})
