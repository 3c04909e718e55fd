/** Copies a competition. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { copyCompetition } from './copyCompetition.ts'

export default defineHandler('competition.copyCompetition', ({ competitionId }, context) => copyCompetition(competitionId, context))
