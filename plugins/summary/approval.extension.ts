/** A report as it is approved. */
import { defineExtension } from '../../runtime/core/contracts.ts'
import { noteAct } from './report.ts'
import { reportTitle } from './reportTitle.ts'
import { describeReport, describeReportChanges } from './submittedReport.ts'

const TRANSITION = { approved: 'approve', sentBack: 'sendBack', revoked: 'revoke' } as const

export default defineExtension('audit.subject', 'summary', {
  describe: describeReport,
  compare: describeReportChanges,
  async settle({ summaryId }, outcome, reason, context) {
    await context.rows.transition('summary.life', TRANSITION[outcome], summaryId!, { reason })
    await noteAct(summaryId!, outcome, reason, context)
  },
  title: async ({ summaryId }, context) => (summaryId ? reportTitle(summaryId, context) : null),
})
