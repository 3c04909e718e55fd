/** Begins a batch: its rule and its template as they are now. The certificates are made by jobs. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { dayAt } from '../../runtime/core/momentText.ts'
import { findRecipients } from './recipients.ts'
import type { CertificateRule } from './rule.ts'
import { readSeries, templateHash } from './series.ts'
import { usableTemplate } from './template/usableTemplate.ts'

const MAX = 20_000

export default defineHandler('certificate.create', async ({ competitionId, seriesId, rule, issuedOn }, context) => {
  await context.call('certificate.mayIssue', { id: competitionId })
  const series = await readSeries(seriesId, competitionId, context)
  const print = await usableTemplate(series.templateId, series, context)
  const { recipients } = await findRecipients({ ...series, print }, rule as CertificateRule, context)
  if (recipients.length === 0) return context.fail('CERTIFICATE_NOBODY')
  if (recipients.length > MAX) return context.fail('CERTIFICATE_TOO_MANY', { max: MAX })
  const { now, platform, session } = context
  const today = dayAt(now, platform.app.timeZone)
  const { organisationId, lang, templateId } = series
  const id = await context.rows.create('certificate.batch', {
    ...{ seriesId, competitionId, organisationId, rule, lang, templateId, print, printHash: templateHash(print) },
    ...{ issuedOn: issuedOn ?? today, workedAt: now.toISOString(), createdBy: session.userId },
  })
  return { id, jobId: await context.jobs.enqueue('certificate.fillBatch', { id }) }
})
