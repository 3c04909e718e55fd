/** Labels for the copies of a competition that wait to be sent: recipient, phone number and address in full, with the number of the certificate. */
import { defineHandler } from '../../../runtime/core/contracts.ts'
import { escapeHtml } from '../../../runtime/core/escapeHtml.ts'
import { sendPdf } from '../sendPdf.ts'

/** Labels of one file. */
const MAX = 100

export default defineHandler('certificate.labels', async ({ competitionId, ids }, context) => {
  const { db, lang, now } = context
  await context.call('certificate.mayIssue', { id: competitionId })
  const query = db
    .selectFrom('certificate_mailing as m')
    .innerJoin('certificate_certificate as c', 'c.id', 'm.certificateId')
    .select(['m.id', 'm.recipient', 'm.phone', 'm.address', 'm.copies', 'c.serial', 'm.organisationId'])
    .where('m.competitionId', '=', competitionId)
    .where('m.state', '=', 'requested')
    .orderBy('m.id')
    .limit(MAX)
  const rows = await (ids ? query.where('m.id', 'in', ids) : query).execute()
  if (rows.length === 0) return context.fail('CERTIFICATE_NO_LABELS')
  for (const { id, organisationId } of rows)
    await context.rows.record({
      entity: 'certificate.mailing',
      rowId: id,
      before: null,
      after: { labelPrinted: true },
      of: { competitionId, organisationId },
    })
  const title = context.text('certificate.labels')[lang]
  const html = rows
    .map(({ recipient, phone, address, copies, serial }) => {
      const amount = context.text('certificate.labelCopies', { serial, copies })[lang]
      const [head, ...lines] = [`${recipient} ${phone}`, address, amount].map(escapeHtml)
      return `<h3>${head}</h3>${lines.map((line) => `<p>${line}</p>`).join('')}`
    })
    .join('')
  sendPdf(context, `${title}.pdf`, () => context.files.pdf.write({ title, lang, html, footer: title, createdAt: now.toISOString() }))
  return null
})
