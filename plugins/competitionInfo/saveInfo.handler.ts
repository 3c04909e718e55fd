/** Saves the information of a competition, checked by its form. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { saveAnswers } from './store.ts'

export default defineHandler('competitionInfo.saveInfo', ({ competitionId, answers }, context) =>
  saveAnswers('competitionInfo.info', competitionId, answers, context),
)
