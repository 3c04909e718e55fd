import { defineHandler } from '../../runtime/core/contracts.ts'
import { markWorks } from './workIds.ts'

export default defineHandler('work.changeDownload', ({ workIds, status }, context) =>
  markWorks(workIds, { downloadable: Boolean(status) }, context),
)
