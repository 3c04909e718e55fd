import { defineHandler } from '../../../runtime/core/contracts.ts'
import type { LocalText } from '../../../runtime/core/documents.ts'
import { plainMoment } from '../../../runtime/core/momentText.ts'
import { shareAddress } from './shareLink.ts'

export default defineHandler('review.shareByEmail', async ({ id, competitionId, email }, context) => {
  const row = await context.db
    .selectFrom('review_share as s')
    .innerJoin('competition_competition as c', 'c.id', 's.competitionId')
    .select(['s.registrationId', 's.expiresAt', 's.revokedAt', 'c.title'])
    .where('s.id', '=', id)
    .where('s.competitionId', '=', competitionId)
    .executeTakeFirst()
  if (!row) return context.fail('NOT_FOUND', { entity: 'review.share', id })
  const end = new Date(row.expiresAt)
  if (row.revokedAt !== null || end <= context.now) return context.fail('REVIEW_SHARE_ENDED')
  const address = await shareAddress(id, row.registrationId, context)
  const until = plainMoment(end, context.platform.app.timeZone)
  const competition = (row.title as LocalText)[context.lang]
  await context.messages.send('review.shareMail', { address: email }, { competition, address, until }, { expiresAt: end })
  await context.rows.record({ entity: 'review.share', rowId: id, before: null, after: { sent: true }, of: { competitionId } })
  return { sent: true }
})
