/** Keeps what was typed into a report that exists. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { assertWritable, keepAnswers } from './report.ts'

export default defineHandler('summary.update', async ({ id, answers, version }, context) => {
  const report = await context.rows.get('summary.report', id, { lock: true })
  await assertWritable(report, version, context)
  return keepAnswers(report, answers, context)
})
