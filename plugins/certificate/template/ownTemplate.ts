/** A template as its designers' handlers read and write it. Who may: anyone who holds the certificate settings of the competition or organisation it is for;
 *  platform staff for the platform's. What stands on it is a stored document that is standalone, one for each template. */
import type { HandlerContext, StoredDocument } from '../../../runtime/core/contracts.ts'
import type { PrintDocument } from '../../../runtime/core/documents.ts'
import type { Row } from '../../generated/tables.ts'
import { designReach } from '../../organisation/designReach.ts'

export type TemplateRow = Row<'certificate_template'>
export type TemplatePlace = Pick<TemplateRow, 'competitionId' | 'organisationId'>
export const TEMPLATE_ENTITY = 'certificate.template'
/** Documents of own templates begin with this. */
const OWN = 'own.print.'
export const DESIGN = 'setCertificate'

/** Id of the stored document of a template row. */
export function ownDocumentId(rowId: string): string {
  return `${OWN}${rowId}`
}

/** Whether a document belongs to a template row; others come with the platform. */
export function isOwnTemplate(documentId: string): boolean {
  return documentId.startsWith(OWN)
}

/** @param place  `organisationId` of a competition's is the competition's */
export function mayDesign({ competitionId, organisationId }: TemplatePlace, context: Pick<HandlerContext, 'session'>): boolean {
  const { platform, competitions, organisations } = designReach(DESIGN, context)
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

export interface TemplateVersions {
  draft: StoredDocument<PrintDocument> | null
  published: StoredDocument<PrintDocument> | null
  all: StoredDocument<PrintDocument>[]
}

/** All revisions of a template, with its draft and its published one. */
export async function readVersions(
  { documentId }: Pick<TemplateRow, 'documentId'>,
  { documents }: Pick<HandlerContext, 'documents'>,
): Promise<TemplateVersions> {
  const all = (await documents.store.revisions('print', documentId!)) as StoredDocument<PrintDocument>[]
  const find = (state: string) => all.find((revision) => revision.state === state) ?? null
  return { draft: find('draft'), published: find('published'), all }
}

/** What is edited: the draft, else the published version. */
export function writtenPrint({ draft, published, all }: TemplateVersions): PrintDocument {
  return (draft ?? published ?? all[0]!).content
}

/** Revisions as designers list them, with who wrote them. */
export async function describeRevisions({ all }: TemplateVersions, { db }: HandlerContext) {
  const authors = all.flatMap(({ authorId }) => authorId ?? [])
  const people =
    authors.length === 0 ? [] : await db.selectFrom('account_user').select(['id', 'name', 'nickname']).where('id', 'in', authors).execute()
  const names = new Map(people.map(({ id, name, nickname }) => [id, name ?? nickname]))
  return all.map(({ revision, state, note, createdAt, authorId }) => ({
    ...{ revision, state, note, createdAt },
    author: authorId === null ? null : (names.get(authorId) ?? null),
  }))
}
