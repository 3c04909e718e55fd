/** A new template: a draft that starts from a shipped template, from another one, from an exported file, or from an empty sheet. */
import { defineHandler, type HandlerContext } from '../../../runtime/core/contracts.ts'
import type { PrintDocument } from '../../../runtime/core/documents.ts'
import { mayDesign, ownDocumentId, TEMPLATE_ENTITY, type TemplatePlace, type TemplateRow } from './ownTemplate.ts'
import { claimPictures, parsePrintJson, printContent, withOwnPictures } from './printContent.ts'
import { usableTemplate } from './usableTemplate.ts'

const EMPTY = { sheet: { size: 'A4', orientation: 'landscape', bleed: 3 }, pages: [{ ground: '#ffffff', elements: [] }] }

export default defineHandler('certificate.createTemplate', async ({ name: typed, for: target, start, content }, context) => {
  const place = await readPlace(target, context)
  const name = { zh: typed.trim(), en: typed.trim() }
  const id = await context.add(TEMPLATE_ENTITY, { ...place, name, changedBy: context.session.userId })
  const documentId = ownDocumentId(id)
  const row = { ...(await read(id, context)), documentId }
  await context.db.updateTable('certificate_template').set({ documentId }).where('id', '=', id).execute()
  const given = await startOf({ start, content }, context)
  const next = printContent(given, row, context)
  await claimPictures(row, next, context)
  await context.documentStore.saveDraft('print', documentId, next, undefined, { apart: true })
  return { id }
})

async function read(id: string, { db }: HandlerContext): Promise<TemplateRow> {
  return (await db.selectFrom('certificate_template').selectAll().where('id', '=', id).executeTakeFirstOrThrow()) as TemplateRow
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
  context: HandlerContext,
): Promise<Record<string, unknown>> {
  if (content !== undefined) return parsePrintJson(content, context)
  if (start === undefined) return EMPTY
  const found: PrintDocument = await usableTemplate(start, null, context)
  return { ...(await withOwnPictures(found, context)) }
}
