/** Saves the card of a competition, checked by its form. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { saveAnswers } from './store.ts'

export default defineHandler('competitionInfo.saveCard', ({ competitionId, answers }, context) =>
  saveAnswers('competitionInfo.card', competitionId, answers, context),
)
