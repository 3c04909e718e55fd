import { defineHandler } from '../../runtime/core/contracts.ts'
import { markWorks } from './workIds.ts'

export default defineHandler('work.changeShown', ({ workIds, status }, context) => markWorks(workIds, { shown: Boolean(status) }, context))
