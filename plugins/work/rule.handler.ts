import { defineHandler } from '../../runtime/core/contracts.ts'
import { workRules } from './workRules.ts'

export default defineHandler<{ competitionId: string }>('work.rule', ({ competitionId }, context) => workRules(competitionId, context))
