/** Sends a report to the organisations that approve it, with the figures of this moment; without any it is approved. Two submits at the same time: the
 *  second waits for the row and finds a report that is no longer written. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { submitForApproval } from '../audit/submitForApproval.ts'
import { approversOfReport } from './approversOfReport.ts'
import { countFigures } from './figures.ts'
import { addVersion, assertWritable, formContext, presentForm } from './report.ts'
import { reportSnapshot } from './submittedReport.ts'

export default defineHandler('summary.submit', async ({ id, answers: sent, version, note = null }, context) => {
  const report = await context.rows.get('summary.report', id, { lock: true })
  await assertWritable(report, version, context)
  const { hash } = await presentForm(report.planId, context)
  const figures = await countFigures(report.competitionId, context)
  const { answers } = await context.documents.forms.submit({ hash }, sent ?? report.answers ?? {}, formContext(figures))
  if (report.state === 'open') await context.rows.transition('summary.life', 'begin', id)
  const filled = { ...report, formHash: hash, answers }
  const number = await addVersion(filled, 'submitted', note, context)
  const change = { formHash: hash, answers, figures, version: number, authorId: context.session.userId, savedAt: context.now.toISOString() }
  await context.rows.save('summary.report', report, change)
  const { rule, chain } = await approversOfReport(report.organisationId, context)
  const { state } = await context.rows.transition('summary.life', chain.length > 0 ? 'submit' : 'accept', id)
  if (chain.length === 0) return { id, state }
  const { competitionId, organisationId } = report
  const snapshot = await reportSnapshot(filled, context)
  await submitForApproval({ competitionId, organisationId, subject: 'summary', summaryId: id, rule, chain, note, snapshot }, context)
  return { id, state }
})
