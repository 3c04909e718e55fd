import { defineHandler } from '../../runtime/core/contracts.ts'
import { markWorks, type WorkIds } from './workIds.ts'

export default defineHandler<{ workIds: WorkIds; status: boolean | number }>('work.changeTop', ({ workIds, status }, context) =>
  markWorks(workIds, { pinned: Boolean(status) }, context),
)
