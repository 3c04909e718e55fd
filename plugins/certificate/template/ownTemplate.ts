/** A template as its designers' handlers read and write it. Who may: anyone who holds the certificate settings of the competition or organisation it is for;
 *  platform staff for the platform's. What stands on it is a stored document that is apart, one for each template. */
import type { HandlerContext, StoredDocument } from '../../../runtime/core/contracts.ts'
import type { PrintDocument } from '../../../runtime/core/documents.ts'
import { objectsWith } from '../../../runtime/core/permissions.ts'
import type { Row } from '../../generated/tables.ts'

export type TemplateRow = Row<'certificate_template'>
export type TemplatePlace = Pick<TemplateRow, 'competitionId' | 'organisationId'>
export const TEMPLATE_ENTITY = 'certificate.template'
/** Documents of own templates begin with this. */
const OWN = 'own.print.'
const DESIGN = 'setCertificate'
const PLATFORM = 'managePlatform'

export function ownDocumentId(rowId: string): string {
  return `${OWN}${rowId}`
}
export function isOwnTemplate(documentId: string): boolean {
  return documentId.startsWith(OWN)
}

/** Ids of competitions and organisations that the person designs for; null: all of them. */
export function designReach({ session }: Pick<HandlerContext, 'session'>) {
  return {
    platform: objectsWith(session, PLATFORM, 'organisation') === null,
    competitions: objectsWith(session, DESIGN, 'competition'),
    organisations: objectsWith(session, DESIGN, 'organisation'),
  }
}

/** @param place  `organisationId` of a competition's is the competition's */
export function mayDesign({ competitionId, organisationId }: TemplatePlace, context: Pick<HandlerContext, 'session'>): boolean {
  const { platform, competitions, organisations } = designReach(context)
  if (organisationId === null) return platform
  if (organisations === null || organisations.includes(organisationId)) return true
  return competitionId !== null && (competitions === null || competitions.includes(competitionId))
}

/** The template, if the person may change it. @throws NOT_FOUND also for what is out of reach */
export async function readTemplate(id: string, context: HandlerContext): Promise<TemplateRow> {
  const row = (await context.db.selectFrom('certificate_template').selectAll().where('id', '=', id).executeTakeFirst()) as
    | TemplateRow
    | undefined
  if (!row || !mayDesign(row, context)) return context.fail('NOT_FOUND', { entity: TEMPLATE_ENTITY, id })
  return row
}

/** As `readTemplate`, with all other changes of the template waiting until the transaction is over. */
export async function lockTemplate(id: string, context: HandlerContext): Promise<TemplateRow> {
  await context.lock('certificateTemplate', id)
  return readTemplate(id, context)
}

export interface TemplateVersions {
  draft: StoredDocument<PrintDocument> | null
  published: StoredDocument<PrintDocument> | null
  all: StoredDocument<PrintDocument>[]
}

export async function readVersions(
  { documentId }: TemplateRow,
  { documentStore }: Pick<HandlerContext, 'documentStore'>,
): Promise<TemplateVersions> {
  const all = (await documentStore.revisions('print', documentId!)) as StoredDocument<PrintDocument>[]
  const find = (state: string) => all.find((revision) => revision.state === state) ?? null
  return { draft: find('draft'), published: find('published'), all }
}

/** What is edited: the draft, else the published version. */
export function writtenPrint({ draft, published, all }: TemplateVersions): PrintDocument {
  return (draft ?? published ?? all[0]!).content
}

/** Keeps a draft, and says in the row that there is one. */
export async function storeDraft(row: TemplateRow, content: PrintDocument, context: HandlerContext): Promise<{ hash: string }> {
  const { hash } = await context.documentStore.saveDraft('print', row.documentId!, content, undefined, { apart: true })
  const { published, draft } = await readVersions(row, context)
  const state = published ? (draft ? 'changed' : 'published') : 'draft'
  await context.change(TEMPLATE_ENTITY, row, { state, changedBy: context.session.userId })
  return { hash }
}
