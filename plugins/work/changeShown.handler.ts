import { defineHandler } from '../../runtime/core/contracts.ts'
import { markWorks, type WorkIds } from './workIds.ts'

export default defineHandler<{ workIds: WorkIds; status: boolean | number }>('work.changeShown', ({ workIds, status }, context) =>
  markWorks(workIds, { shown: Boolean(status) }, context),
)
