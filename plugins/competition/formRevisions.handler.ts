/** Versions of the sign-up form; none before the first is saved. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { readCompetition } from './competition.ts'

export default defineHandler<{ competitionId: string }>('competition.formRevisions', async ({ competitionId }, context) => {
  const { formId } = await readCompetition(context, competitionId)
  const list = formId === null ? [] : await context.documents.history('form', formId)
  return { list: list.map(({ authorId: _, ...facts }) => facts) }
})
