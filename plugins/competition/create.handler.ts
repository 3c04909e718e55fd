/** Creates a draft of a competition, with the organisation as its organiser: empty, or as a template says. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { wholeText } from '../../runtime/core/wholeText.ts'
import { applyTemplate } from './templates/applyTemplate.ts'

export default defineHandler('competition.create', async ({ organisationId, title, template = 'empty' }, context) => {
  const { rows } = context
  const organisation = await context.rows.get('organisation.organisation', organisationId)
  const values = { organisationId, title: wholeText(title.zh.trim(), title.en?.trim())!, organisers: organisation.name }
  const id = await rows.create('competition.competition', values)
  if (template !== 'empty') await applyTemplate(template, { competitionId: id, organisationId }, context)
  return { id }
})
