import { defineHandler } from '../../runtime/core/contracts.ts'
import { ownForm } from './signupForm.ts'

export default defineHandler<{ competitionId: string; revision: number }>(
  'competition.formRevision',
  async ({ competitionId, revision }, context) => {
    const { content } = await context.documents.revision('form', await ownForm(competitionId, context), revision)
    return { revision, content }
  },
)
