/** Makes a group of experts, of a competition or of an organisation. */
import { defineHandler } from '../../../runtime/core/contracts.ts'
import { codesBeyond } from '../grants/mayGrant.ts'

export default defineHandler('account.addExpertGroup', async (input, context) => {
  const { db, rows, fail } = context
  const { competitionId = null, remark = null } = input
  const competition = competitionId
    ? await db.selectFrom('competition_competition').select('organisationId').where('id', '=', competitionId).executeTakeFirst()
    : undefined
  const organisationId = competitionId ? competition?.organisationId : input.organisationId
  if (!organisationId) return fail('GROUP_PLACE')
  const place = competitionId ? { scope: 'competition', objectId: competitionId } : { scope: 'organisation', objectId: organisationId }
  if ((await codesBeyond(['manageExpertGroup'], place, context)).length > 0) return fail('PERMISSION_DENIED')
  const values = { name: input.name.trim(), organisationId, competitionId, remark }
  return { id: await rows.create('account.expertGroup', values) }
})
