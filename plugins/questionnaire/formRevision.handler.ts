import { defineHandler } from '../../runtime/core/contracts.ts'
import { ownForm } from './questionnaire.ts'

export default defineHandler<{ id: string; revision: number }>('questionnaire.formRevision', async ({ id, revision }, context) => {
  const { content } = await context.documents.revision('form', await ownForm(id, context), revision)
  return { revision, content }
})
