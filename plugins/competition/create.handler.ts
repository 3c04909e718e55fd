/** Creates a draft of a competition, with the organisation as its organiser. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { wholeText } from '../../runtime/core/wholeText.ts'

export default defineHandler('competition.create', async ({ organisationId, title }, { db, rows, fail }) => {
  const organisation = await db.selectFrom('organisation_organisation').select('name').where('id', '=', organisationId).executeTakeFirst()
  if (!organisation) return fail('NOT_FOUND', { entity: 'organisation.organisation', id: organisationId })
  const values = { organisationId, title: wholeText(title.zh.trim(), title.en?.trim())!, organisers: organisation.name }
  return { id: await rows.create('competition.competition', values) }
})
