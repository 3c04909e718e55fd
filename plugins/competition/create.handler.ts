/** Creates a draft of a competition, with the organisation as its organiser: empty, or as a template says. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { wholeText } from '../../runtime/core/wholeText.ts'
import { applyTemplate } from './templates/applyTemplate.ts'

export default defineHandler('competition.create', async ({ organisationId, title, template = 'empty' }, context) => {
  const { db, rows, fail } = context
  const organisation = await db.selectFrom('organisation_organisation').select('name').where('id', '=', organisationId).executeTakeFirst()
  if (!organisation) return fail('NOT_FOUND', { entity: 'organisation.organisation', id: organisationId })
  const values = { organisationId, title: wholeText(title.zh.trim(), title.en?.trim())!, organisers: organisation.name }
  const id = await rows.create('competition.competition', values)
  if (template !== 'empty') await applyTemplate(template, { competitionId: id, organisationId }, context)
  return { id }
})
