/** Preview of a template's draft: the PDF with values, and the mistakes of the draft. */
import { defineHandler, type HandlerContext } from '../../../runtime/core/contracts.ts'
import type { PrintDocument } from '../../../runtime/core/documents.ts'
import { recipientOf } from '../recipients.ts'
import samples from '../samples.json' with { type: 'json' }
import { lookAtPrint } from './lookAtPrint.ts'
import { readTemplate, readVersions, TEMPLATE_ENTITY, type TemplateRow, writtenPrint } from './ownTemplate.ts'

const REGISTRATION = /^registration:(\d{1,18})$/

export default defineHandler('certificate.lookTemplate', async ({ id, lang, of }, context) => {
  const row = await readTemplate(id, context)
  const print = writtenPrint(await readVersions(row, context))
  const valuesHere = () => valuesOf(of, row, print, context)
  return lookAtPrint({ print, documentId: row.documentId!, lang, valuesOf: valuesHere }, context)
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
  const recipient = (await recipientOf({ ...found, seal: null, signature: null, print }, registrationId!, context)) ?? unknown()
  const usual = samples[0]!.values.certificate
  return { ...recipient.values, certificate: usual }
}
