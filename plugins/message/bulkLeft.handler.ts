/** What an organisation, or that of a competition, may still send by email and text message. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { objectsWith } from '../../runtime/core/permissions.ts'
import { bulkQuota } from './bulk/bulkQuota.ts'
import { assertCompetition } from './receivers.ts'

const EITHER = { any: ['sendMail', 'sendShortMessage'] }

export default defineHandler('message.bulkLeft', async ({ organisationId, competitionId }, context) => {
  const of = competitionId ? (await assertCompetition(competitionId, context)).organisationId : (organisationId ?? null)
  const organisations = objectsWith(context.session, EITHER, 'organisation')
  const isForeign = organisations !== null && (of === null || !organisations.includes(of))
  if (isForeign && !competitionId) return context.fail('NOT_FOUND', { entity: 'organisation.organisation', id: of })
  const { mail, sms } = await bulkQuota(of, context)
  return { email: mail, message: sms }
})
