/** Accepts the agreement in force for the asking person; a second time changes nothing. */
import { defineHandler } from '../../runtime/core/contracts.ts'

export default defineHandler('agreement.accept', async ({ versionId }, context) => {
  const { db, session, now } = context
  const version = await db
    .selectFrom('agreement_version')
    .select(['id', 'place', 'purpose', 'number', 'organisationId', 'competitionId'])
    .where('id', '=', versionId)
    .where('publishedAt', 'is not', null)
    .where('endedAt', 'is', null)
    .where('purpose', '<>', 'contract')
    .executeTakeFirst()
  if (!version) return context.fail('NOT_FOUND', { entity: 'agreement.version', id: versionId })
  const { place, purpose, number, organisationId, competitionId } = version
  const newer = db.selectFrom('agreement_version').select('id').where('place', '=', place).where('purpose', '=', purpose)
  if (await newer.where('number', '>', number).where('publishedAt', 'is not', null).executeTakeFirst())
    return context.fail('AGREEMENT_CHANGED')
  const values = { versionId, userId: session.userId!, organisationId, competitionId, acceptedAt: now.toISOString() }
  await context.rows.createMissing('agreement.acceptance', ['versionId', 'userId'], [values])
  const mine = db
    .selectFrom('agreement_acceptance')
    .select('acceptedAt')
    .where('versionId', '=', versionId)
    .where('userId', '=', session.userId)
  const { acceptedAt } = await mine.executeTakeFirstOrThrow()
  return { versionId, acceptedAt }
})
