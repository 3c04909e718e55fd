/** Withdraws a certificate: its public page says so from now on, and its holder is told. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { lockIssued } from './issued.ts'

export default defineHandler('certificate.withdraw', async ({ id, reason }, context) => {
  const row = await lockIssued(id, context)
  const { organisationId, competitionId, userId, name, serial } = row
  const change = { state: 'withdrawn' as const, withdrawnAt: context.now.toISOString(), reason }
  await context.rows.save('certificate.certificate', row, change, { reason, of: { organisationId, competitionId } })
  if (userId === null) return { id }
  const { title } = await context.db
    .selectFrom('competition_competition')
    .select('title')
    .where('id', '=', competitionId)
    .executeTakeFirstOrThrow()
  await context.messages.send(
    'certificate.withdrawn',
    { userId },
    { name, competition: title.zh, competitionEn: title.en || title.zh, serial, reason },
  )
  return { id }
})
