/** Creates a draft of a competition, with the organisation as its organiser. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { bothLanguages } from './competition.ts'

export default defineHandler('competition.create', async ({ organisationId, title }, { db, rows, fail }) => {
  const organisation = await db.selectFrom('organisation_organisation').select('name').where('id', '=', organisationId).executeTakeFirst()
  if (!organisation) return fail('NOT_FOUND', { entity: 'organisation.organisation', id: organisationId })
  const values = { organisationId, title: bothLanguages(title.zh.trim(), title.en?.trim())!, organisers: organisation.name }
  return { id: await rows.create('competition.competition', values) }
})
