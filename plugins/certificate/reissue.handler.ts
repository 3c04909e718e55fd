/** A new draft in the place of a published certificate, with a new number, in a batch of its own. The old one stays valid until the new one is published. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { dayAt } from '../../runtime/core/momentText.ts'
import { addCertificates, lockSeries } from './addCertificates.ts'
import { templateHash } from './series.ts'
import { usableTemplate } from './template/usableTemplate.ts'

export default defineHandler('certificate.reissue', async ({ id, reason, name }, context) => {
  const old = await context.rows.get('certificate.certificate', id, { lock: true })
  await context.call('certificate.mayIssue', { id: old.competitionId })
  const waiting = await context.db
    .selectFrom('certificate_certificate')
    .select('id')
    .where('replacesId', '=', id)
    .where('state', '=', 'draft')
    .executeTakeFirst()
  if (old.state !== 'published' || waiting) return context.fail('CERTIFICATE_STATE')
  const series = await lockSeries(old.seriesId, context)
  const print = await usableTemplate(series.templateId, series, context)
  const { now, platform, session } = context
  const issuedOn = dayAt(now, platform.app.timeZone)
  const { lang, templateId, competitionId, organisationId } = series
  const batchId = await context.rows.create('certificate.batch', {
    ...{
      seriesId: series.id,
      competitionId,
      organisationId,
      rule: { source: 'names', replaces: id },
      lang,
      templateId,
      print,
      printHash: templateHash(print),
    },
    ...{ issuedOn, state: 'drawing', total: 1, workedAt: now.toISOString(), createdBy: session.userId },
  })
  const values = old.values as { person: object }
  const holder = name ?? old.name
  const recipient = {
    ...{ subject: old.subject, userId: old.userId, registrationId: old.registrationId, isTeam: old.isTeam, name: holder, award: old.award },
    values: { ...values, person: { ...values.person, name: holder } },
  }
  await addCertificates(series, { id: batchId, issuedOn }, [{ ...recipient, shownName: old.shownName, replacesId: id, reason }], context)
  await context.jobs.enqueue('certificate.drawBatch', { id: batchId })
  return { id, batchId }
})
