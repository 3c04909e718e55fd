/** Published sign-up forms that an organiser may give to an event: those of the competitions of the same organisation. */
import { defineHandler } from '../../../runtime/core/contracts.ts'
import type { FormDocument } from '../../../runtime/core/documents.ts'

export default defineHandler('competition.eventForms', async ({ competitionId }, { db, documents }) => {
  const own = db.selectFrom('competition_competition').select('organisationId').where('id', '=', competitionId)
  const forms = await db
    .selectFrom('competition_competition')
    .select('formId')
    .where('organisationId', 'in', own)
    .where('formId', 'is not', null)
    .distinct()
    .execute()
  const ids = forms.map(({ formId }) => String(formId)).sort()
  const published = await Promise.all(ids.map((id) => documents.store.published('form', id)))
  return published.flatMap((form) => (form ? [{ id: form.id, title: (form.content as FormDocument).title }] : []))
})
