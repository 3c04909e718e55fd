/** A template of the gallery with sample values, as its list shows it. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { readPictures } from './pictures.ts'
import samples from './samples.json' with { type: 'json' }
import { sendPicture } from './sendPicture.ts'
import { VALUES_FORM } from './series.ts'

/** Pixels: twice what a card is wide. */
const WIDTH = 640
const KEPT_SECONDS = 3600

export default defineHandler('certificate.templatePicture', async ({ templateId, lang, sample = 'usual' }, context) => {
  const print = context.platform.documents.print.get(templateId)
  const found = samples.find(({ id }) => id === sample)
  if (print?.data !== VALUES_FORM || !found) return context.fail('NOT_FOUND', { entity: 'print', id: templateId })
  const pictures = await readPictures(print, [], context)
  const picture = await context.files.pdf.picture({ print, lang: lang ?? context.lang, pictures, values: found.values }, WIDTH)
  sendPicture(context, picture, KEPT_SECONDS)
  return null
})
