/** A new draft. The organisation is in as its organiser until someone says otherwise. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { bothLanguages } from './competition.ts'

export default defineHandler('competition.create', async ({ organisationId, titleZh, titleEn }, { db, record, fail }) => {
  const organisation = await db.selectFrom('organisation_organisation').select('name').where('id', '=', organisationId).executeTakeFirst()
  if (!organisation) return fail('NOT_FOUND', { entity: 'organisation.organisation', id: organisationId })
  const values = { organisationId, title: bothLanguages(titleZh.trim(), titleEn?.trim())!, organisers: organisation.name }
  const row = await db.insertInto('competition_competition').values(values).returning('id').executeTakeFirstOrThrow()
  const id = row.id
  await record({ entity: 'competition.competition', rowId: id, before: null, after: values })
  return { id }
})
