/** A template with sample values as PDF. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { readPictures } from './pictures.ts'
import samples from './samples.json' with { type: 'json' }
import { sendPdf } from './sendPdf.ts'
import { VALUES_FORM } from './series.ts'

export default defineHandler('certificate.preview', async ({ templateId, lang, sample = 'usual' }, context) => {
  const print = context.platform.documents.print.get(templateId)
  const found = samples.find(({ id }) => id === sample)
  if (print?.data !== VALUES_FORM || !found) return context.fail('NOT_FOUND', { entity: 'print', id: templateId })
  const pictures = await readPictures(print, [], context)
  const sheets = [{ values: found.values, createdAt: context.now.toISOString() }]
  await context.pdf.print({ print, lang: lang ?? context.lang, pictures, sheets }, async ({ bytes }) =>
    sendPdf(context, `${templateId}.pdf`, bytes),
  )
  return null as never
})
