/** What an organisation, or that of a competition, may still send by email and text message. */
import { defineHandler, type HandlerContext } from '../../runtime/core/contracts.ts'
import { objectsWith } from '../../runtime/core/permissions.ts'
import { bulkQuota } from './bulk/bulkQuota.ts'
import { assertCompetition } from './receivers.ts'

const EITHER = { any: ['sendMail', 'sendShortMessage'] }

export default defineHandler('message.bulkLeft', async ({ organisationId, competitionId }, context) => {
  const organisations = objectsWith(context.session, EITHER, 'organisation')
  const of = competitionId
    ? (await assertCompetition(competitionId, context)).organisationId
    : (organisationId ?? (await ownOrganisation(organisations, context)))
  const isForeign = organisations !== null && (of === null || !organisations.includes(of))
  if (isForeign && !competitionId && (organisationId !== undefined || of === null))
    return context.fail('NOT_FOUND', { entity: 'organisation.organisation', id: of })
  const { mail, sms } = await bulkQuota(of, context)
  return { email: mail, message: sms }
})

/** Of the current identity: the organisation that it acts for, or that of the competition; null for the platform. */
async function ownOrganisation(organisations: readonly string[] | null, { session, db }: HandlerContext): Promise<string | null> {
  if (organisations === null || organisations.length > 0) return organisations?.[0] ?? null
  const competitions = objectsWith(session, EITHER, 'competition') ?? []
  const row = await db
    .selectFrom('competition_competition')
    .select('organisationId')
    .where('id', 'in', competitions.length > 0 ? competitions.slice(0, 1) : ['0'])
    .executeTakeFirst()
  return row?.organisationId ?? null
}
