import { defineHandler } from '../../runtime/core/contracts.ts'
import { type FormQuestion, ownForm } from './competitionForms.ts'

export default defineHandler<FormQuestion & { revision: number }>(
  'competition.formRevision',
  async ({ revision, ...question }, context) => {
    const { content } = await context.documents.revision('form', await ownForm(question, context), revision)
    return { revision, content }
  },
)
