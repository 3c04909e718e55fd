/** Preview of a template's draft: the PDF with values, and the mistakes of the draft. */
import { defineHandler, type HandlerContext } from '../../../runtime/core/contracts.ts'
import type { PrintDocument } from '../../../runtime/core/documents.ts'
import type { PrintProblem } from '../../../runtime/core/print/fillPrint.ts'
import { readPictures } from '../pictures.ts'
import { recipientOf } from '../recipients.ts'
import samples from '../samples.json' with { type: 'json' }
import type { Series } from '../series.ts'
import { readTemplate, readVersions, TEMPLATE_ENTITY, type TemplateRow, writtenPrint } from './ownTemplate.ts'

const REGISTRATION = /^registration:(\d{1,18})$/
/** Mistakes with which a draft can still be drawn: unknown names stay empty. Other mistakes concern its shape, and nothing can be drawn. */
const DRAWN = ['PARAMETER_UNKNOWN', 'NAME_UNKNOWN', 'PRINT_PICTURE']

export default defineHandler('certificate.lookTemplate', async ({ id, lang, of }, context) => {
  const row = await readTemplate(id, context)
  const print = writtenPrint(await readVersions(row, context))
  const failures = (await context.documents.store.failures('print', row.documentId!)).map((failure) => ({ ...failure }))
  const answer = { pdf: null as string | null, failures, problems: [] as PrintProblem[] }
  if (!failures.every(({ code }) => DRAWN.includes(code))) return answer
  const values = await valuesOf(of, row, print, context)
  const pictures = await readPictures(print, [], context)
  const sheets = [{ values, createdAt: context.now.toISOString() }]
  await context.files.pdf.print({ print, lang, pictures, sheets }, async ({ bytes, problems }) => {
    Object.assign(answer, { pdf: bytes.toString('base64'), problems })
  })
  return answer
})

/** @throws NOT_FOUND unless `of` is a sample, or a registration that the template is for and whose certificates the asker may issue */
async function valuesOf(of: string, row: TemplateRow, print: PrintDocument, context: HandlerContext): Promise<Record<string, unknown>> {
  const sample = samples.find((each) => each.id === of)
  if (sample) return sample.values
  const unknown = () => context.fail('NOT_FOUND', { entity: TEMPLATE_ENTITY, id: of })
  const [, registrationId] = REGISTRATION.exec(of) ?? unknown()
  const found = await context.db
    .selectFrom('signup_registration as r')
    .innerJoin('competition_competition as c', 'c.id', 'r.competitionId')
    .select(['c.id as competitionId', 'c.organisationId'])
    .where('r.id', '=', registrationId!)
    .executeTakeFirst()
  const isFor =
    found !== undefined &&
    (row.organisationId === null || row.organisationId === found.organisationId) &&
    (row.competitionId === null || row.competitionId === found.competitionId)
  if (!isFor) return unknown()
  await context.call('certificate.mayIssue', { id: found.competitionId })
  const series = { ...found, seal: null, signature: null, print } as unknown as Series & { print: PrintDocument }
  const recipient = (await recipientOf(series, registrationId!, context)) ?? unknown()
  const usual = samples[0]!.values.certificate
  return { ...recipient.values, certificate: usual }
}
