/** A template with sample values as PDF. */
import { defineHandler, type HandlerContext } from '../../runtime/core/contracts.ts'
import { readPictures } from './pictures.ts'
import samples from './samples.json' with { type: 'json' }
import { sendPdf } from './sendPdf.ts'
import type { TemplatePlace } from './template/ownTemplate.ts'
import { usableTemplate } from './template/usableTemplate.ts'

export default defineHandler('certificate.preview', async ({ templateId, competitionId, lang, sample = 'usual' }, context) => {
  const print = await usableTemplate(templateId, await placeOf(competitionId, context), context)
  const found = samples.find(({ id }) => id === sample)
  if (!found) return context.fail('NOT_FOUND', { entity: 'print', id: templateId })
  const pictures = await readPictures(print, [], context)
  const sheets = [{ values: found.values, createdAt: context.now.toISOString() }]
  await context.files.pdf.print({ print, lang: lang ?? context.lang, pictures, sheets }, async ({ bytes }) =>
    sendPdf(context, `${templateId}.pdf`, bytes),
  )
  return null
})

/** The access of the call has held the competition against the person's grants. */
async function placeOf(competitionId: string | undefined, { db }: HandlerContext): Promise<TemplatePlace | null> {
  if (competitionId === undefined) return null
  const row = await db.selectFrom('competition_competition').select('organisationId').where('id', '=', competitionId).executeTakeFirst()
  return row ? { competitionId, organisationId: row.organisationId } : null
}
