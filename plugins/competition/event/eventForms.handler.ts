/** Published sign-up forms that an organiser may give to an event: those of the competitions and events of the same organisation. */
import { defineHandler } from '../../../runtime/core/contracts.ts'
import type { FormDocument } from '../../../runtime/core/documents.ts'

export default defineHandler('competition.eventForms', async ({ competitionId }, { db, documentStore }) => {
  const own = db.selectFrom('competition_competition').select('organisationId').where('id', '=', competitionId)
  const competitions = await db
    .selectFrom('competition_competition')
    .select('formId')
    .where('organisationId', 'in', own)
    .where('formId', 'is not', null)
    .distinct()
    .execute()
  const events = await db
    .selectFrom('competition_event as e')
    .innerJoin('competition_competition as c', 'c.id', 'e.competitionId')
    .select('e.formId')
    .where('c.organisationId', 'in', own)
    .where('e.formId', 'is not', null)
    .distinct()
    .execute()
  const ids = [...new Set([...competitions, ...events].map(({ formId }) => String(formId)))].sort()
  const forms = await Promise.all(ids.map((id) => documentStore.published('form', id)))
  return forms.flatMap((form) => (form ? [{ id: form.id, title: (form.content as FormDocument).title }] : []))
})
