import { defineHandler } from '../../runtime/core/contracts.ts'
import { workRules } from './workRules.ts'

export default defineHandler('work.rule', ({ competitionId }, context) => workRules(competitionId, context))
