/** A template by the id of its document: one that comes with the platform, or the published version of an own one that may be used there. */
import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import type { PrintDocument } from '../../../runtime/core/documents.ts'
import { VALUES_FORM } from '../series.ts'
import { isOwnTemplate, mayDesign, readVersions, type TemplatePlace, type TemplateRow, writtenPrint } from './ownTemplate.ts'

/**
 * @param place  competition and its organisation that issue certificates with it; null: anyone who asks may change the template, and gets its draft
 * @throws CERTIFICATE_TEMPLATE_UNKNOWN also for templates of other owners, and for those that were never published
 */
export async function usableTemplate(id: string, place: TemplatePlace | null, context: HandlerContext): Promise<PrintDocument> {
  const { platform, fail, documents } = context
  if (!isOwnTemplate(id)) {
    const print = platform.documents.print.get(id)
    return print?.data === VALUES_FORM ? print : fail('CERTIFICATE_TEMPLATE_UNKNOWN')
  }
  const row = await rowOf(id, context)
  if (row && place === null && mayDesign(row, context)) return writtenPrint(await readVersions(row, context))
  const found = row && isFor(row, place) ? await documents.store.published('print', id) : null
  return found ? (found.content as PrintDocument) : fail('CERTIFICATE_TEMPLATE_UNKNOWN')
}

/** The row that a stored template belongs to; none for templates that come with the platform. */
export async function rowOf(documentId: string, { db }: Pick<HandlerContext, 'db'>): Promise<TemplateRow | undefined> {
  const row = await db.selectFrom('certificate_template').selectAll().where('documentId', '=', documentId).executeTakeFirst()
  return row as TemplateRow | undefined
}

/** The platform's are for all, an organisation's for its competitions, a competition's for itself. */
function isFor({ competitionId, organisationId }: TemplatePlace, place: TemplatePlace | null): boolean {
  if (organisationId === null) return true
  if (place === null) return false
  return competitionId === null ? organisationId === place.organisationId : competitionId === place.competitionId
}
