/** What the person asking may do with a competition. */
import { defineHandler, type HandlerContext } from '../../runtime/core/contracts.ts'
import { objectsWith } from '../../runtime/core/permissions.ts'
import { type Competition, readCompetition } from './competition.ts'

export default defineHandler('competition.judge', async ({ id }, context) => {
  const row = await readCompetition(context, id)
  const manages = holds('editCompetition', row, context)
  if (!row.published && !manages) return context.fail('NOT_FOUND', { entity: 'competition.competition', id })
  const registrationId = await ownRegistration(id, context)
  return {
    id: row.id,
    published: row.published,
    manages,
    registered: registrationId !== null,
    registrationId,
    reviews: holds('mangerWorks', row, context),
  }
})

function holds(permission: string, { id, organisationId }: Competition, { session }: HandlerContext): boolean {
  const competitions = objectsWith(session, permission, 'competition')
  const organisations = objectsWith(session, permission, 'organisation')
  return competitions === null || organisations === null || competitions.includes(id) || organisations.includes(organisationId)
}

async function ownRegistration(competitionId: string, { db, session }: HandlerContext): Promise<string | null> {
  if (session.userId === null) return null
  const query = db.selectFrom('signup_registration').select('id').where('competitionId', '=', competitionId)
  const row = await query.where('userId', '=', session.userId).executeTakeFirst()
  return row ? row.id : null
}
