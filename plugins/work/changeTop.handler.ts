import { defineHandler } from '../../runtime/core/contracts.ts'
import { markWorks } from './workIds.ts'

export default defineHandler('work.changeTop', ({ workIds, status }, context) => markWorks(workIds, { pinned: Boolean(status) }, context))
