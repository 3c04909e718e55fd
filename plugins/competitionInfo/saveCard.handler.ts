/** Saves the card of a competition, checked by its form. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import type { CompetitionInfoSaveCardInput } from '../generated/calls.ts'
import { saveAnswers } from './store.ts'

export default defineHandler<CompetitionInfoSaveCardInput>('competitionInfo.saveCard', ({ competitionId, answers }, context) =>
  saveAnswers('competitionInfo.card', competitionId, answers, context),
)
