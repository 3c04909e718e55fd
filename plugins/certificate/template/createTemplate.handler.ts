/** A new template: a draft that starts from a shipped template, from another one, from an exported file, or from an empty sheet. */
import { defineHandler, type HandlerContext } from '../../../runtime/core/contracts.ts'
import type { PrintDocument } from '../../../runtime/core/documents.ts'
import { parseExported } from '../../files/parseExported.ts'
import { mayDesign, ownDocumentId, TEMPLATE_ENTITY, type TemplatePlace, type TemplateRow } from './ownTemplate.ts'
import { isPdfme, readPdfme } from './pdfme/readPdfme.ts'
import { claimPictures, printContent, withOwnPictures } from './printContent.ts'
import { templateSchema } from './templateSchema.ts'
import { usableTemplate } from './usableTemplate.ts'

/** Places of a file that were not read, as they are kept. */
const MAX_UNREAD = 100
const EMPTY = { sheet: { size: 'A4', orientation: 'landscape', bleed: 3 }, pages: [{ ground: '#ffffff', elements: [] }] }

export default defineHandler('certificate.createTemplate', async ({ name: typed, for: target, start, content }, context) => {
  const place = await readPlace(target, context)
  const name = { zh: typed.trim(), en: typed.trim() }
  const id = await context.rows.create(TEMPLATE_ENTITY, { ...place, name, changedBy: context.session.userId })
  const documentId = ownDocumentId(id)
  const row = { ...(await read(id, context)), documentId }
  await context.rows.save(TEMPLATE_ENTITY, { id }, { documentId })
  const { content: given, unread } = await startOf({ start, content }, row, context)
  const next = printContent(given, row, context)
  await claimPictures(row, next, context)
  await context.documents.store.saveDraft('print', documentId, next, undefined, { apart: true })
  if (unread.length > 0) await context.rows.save(TEMPLATE_ENTITY, { id }, { unread })
  return { id }
})

async function read(id: string, { rows }: HandlerContext): Promise<TemplateRow> {
  return (await rows.get('certificate.template', id)) as TemplateRow
}

/** @throws NOT_FOUND for an object that does not exist or that the person may not design for */
async function readPlace(target: string, context: HandlerContext): Promise<TemplatePlace> {
  const [scope, id = ''] = target.split(':')
  const place = await placeOf(scope!, id, context)
  return place && mayDesign(place, context) ? place : context.fail('NOT_FOUND', { entity: scope!, id })
}

async function placeOf(scope: string, id: string, { db }: HandlerContext): Promise<TemplatePlace | null> {
  if (scope === 'platform') return { organisationId: null, competitionId: null }
  if (scope === 'organisation') {
    const row = await db.selectFrom('organisation_organisation').select('id').where('id', '=', id).executeTakeFirst()
    return row ? { organisationId: id, competitionId: null } : null
  }
  const row = await db
    .selectFrom('competition_competition')
    .select('organisationId')
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
  return row ? { organisationId: row.organisationId, competitionId: id } : null
}

async function startOf(
  { start, content }: { start: string | undefined; content: string | undefined },
  place: TemplatePlace,
  context: HandlerContext,
): Promise<{ content: Record<string, unknown>; unread: string[] }> {
  if (content !== undefined) return readFile(parseExported(content, 'CERTIFICATE_TEMPLATE_IMPORT', context), place, context)
  if (start === undefined) return { content: EMPTY, unread: [] }
  const found: PrintDocument = await usableTemplate(start, null, context)
  return { content: { ...(await withOwnPictures(found, context)) }, unread: [] }
}

/** A file of our own, or one of pdfme. */
async function readFile(given: Record<string, unknown>, place: TemplatePlace, context: HandlerContext) {
  if (!isPdfme(given)) return { content: given, unread: [] }
  const { content, unread } = readPdfme(
    given,
    await templateSchema(place, context),
    context.text('certificate.heading', { name: '{{person.name}}' }),
  )
  return { content: { ...content }, unread: unread.slice(0, MAX_UNREAD) }
}
