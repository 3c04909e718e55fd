/** The sign-up form as text, with what would keep it from being published. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { readCompetition } from './competition.ts'
import { readSignupForm, writtenForm } from './signupForm.ts'

export default defineHandler<{ competitionId: string }>('competition.formDraft', async ({ competitionId }, context) => {
  const row = await readCompetition(context, competitionId)
  const form = await readSignupForm(row, context)
  const { draft, published } = form
  const { $schema: _schema, id: _id, ...written } = writtenForm(form, context)
  return {
    formId: row.formId,
    text: JSON.stringify(written, null, 2),
    state: draft ? (published ? 'changed' : 'draft') : published ? 'published' : 'none',
    revision: published?.revision ?? null,
    publishedAt: published?.createdAt ?? null,
    failures: draft && row.formId ? await context.documents.failures('form', row.formId) : [],
  }
})
