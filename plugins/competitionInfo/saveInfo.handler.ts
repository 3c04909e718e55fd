/** Saves the information of a competition, checked by its form. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import type { CompetitionInfoSaveInfoInput } from '../generated/calls.ts'
import { saveAnswers } from './store.ts'

export default defineHandler<CompetitionInfoSaveInfoInput>('competitionInfo.saveInfo', ({ competitionId, answers }, context) =>
  saveAnswers('competitionInfo.info', competitionId, answers, context),
)
