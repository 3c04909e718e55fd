/** The sign-up form that is being designed: the draft, else what is published, else what a new one begins as. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { readCompetition } from './competition.ts'
import { readSignupForm, writtenForm, writtenRevision } from './signupForm.ts'

export default defineHandler<{ competitionId: string }>('competition.formDraft', async ({ competitionId }, context) => {
  const row = await readCompetition(context, competitionId)
  const form = await readSignupForm(row, context)
  const { draft, published } = form
  return {
    formId: row.formId,
    content: writtenForm(form, row, context),
    revision: writtenRevision(form),
    state: draft ? (published ? 'changed' : 'draft') : published ? 'published' : 'none',
    publishedAt: published?.createdAt ?? null,
  }
})
