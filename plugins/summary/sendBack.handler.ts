/** Sends a report back to its organiser: by the organisation whose turn it is, with a reason and marks on single questions. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { formOf } from './report.ts'
import { waitingSubmission } from './waitingSubmission.ts'

export default defineHandler('summary.sendBack', async ({ id, reason, marks = [] }, context) => {
  const submission = await waitingSubmission(id, context)
  const before = await context.rows.get('summary.report', id)
  const { form } = await formOf(before, context)
  const known = marks.filter(({ field }) => form.schema.properties[field] !== undefined)
  await context.call('audit.sendBack', { id: submission.id, position: submission.position, reason, to: 'organiser' })
  const report = await context.rows.get('summary.report', id, { lock: true })
  await context.rows.save('summary.report', report, { marks: known })
  return { id, state: report.state }
})
