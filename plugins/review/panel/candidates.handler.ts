/** Experts to invite, by name, each once; at most 50, or those with given ids. */
import { defineHandler } from '../../../runtime/core/contracts.ts'
import { expertChoices } from '../../account/experts/expertChoices.ts'
import { candidates } from './candidates.ts'

export default defineHandler('review.candidates', async ({ competitionId, ...asked }, context) =>
  expertChoices(await candidates(competitionId, context), asked, context),
)
