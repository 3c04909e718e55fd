/** A skin as its designers' handlers read and write it. Who may: anyone who holds the settings of the competition or organisation it is for; platform staff for
 *  the platform's. Its look is in a stored document: the platform's take part in the platform, the others are standalone, one for each skin. */
import type { HandlerContext, StoredDocument } from '../../runtime/core/contracts.ts'
import type { SkinDocument } from '../../runtime/core/documents.ts'
import type { Row } from '../generated/tables.ts'
import { mayDesign } from '../organisation/mayDesign.ts'
import { competitionGroup, PLATFORM_GROUP } from '../shell/pageSetting.ts'

export type SkinRow = Row<'skin_skin'>
export type SkinScope = 'platform' | 'organisation' | 'competition'
export const SKIN_ENTITY = 'skin.skin'

/** The skin, if the person may change it. @throws NOT_FOUND */
export async function readSkin(id: string, context: HandlerContext): Promise<SkinRow> {
  const row = (await context.db.selectFrom('skin_skin').selectAll().where('id', '=', id).executeTakeFirst()) as SkinRow | undefined
  if (!row) return context.fail('NOT_FOUND', { entity: SKIN_ENTITY, id })
  await assertMayDesign(row, context)
  return row
}

/** @throws NOT_FOUND */
export async function assertMayDesign(row: SkinRow, context: HandlerContext): Promise<void> {
  if (!(await mayDesign(row, context))) context.fail('NOT_FOUND', { entity: SKIN_ENTITY, id: row.id })
}

/** What the skin is for: a competition, an organisation or the platform. */
export function scopeOf({ competitionId, organisationId }: Pick<SkinRow, 'competitionId' | 'organisationId'>): SkinScope {
  return competitionId !== null ? 'competition' : organisationId !== null ? 'organisation' : 'platform'
}

/** Name of the page settings that say which skin is applied. */
export function groupOf({ competitionId, organisationId }: Pick<SkinRow, 'competitionId' | 'organisationId'>): string {
  if (competitionId !== null) return competitionGroup(competitionId)
  return organisationId === null ? PLATFORM_GROUP : organisationId
}

export interface SkinVersions {
  draft: StoredDocument<SkinDocument> | null
  published: StoredDocument<SkinDocument> | null
  all: StoredDocument<SkinDocument>[]
}

/** All revisions of a skin's document; `draft` and `published` are null when there is none. */
export async function readVersions(row: SkinRow, { documents }: HandlerContext): Promise<SkinVersions> {
  const all = (await documents.store.revisions('skin', row.documentId!)) as StoredDocument<SkinDocument>[]
  const find = (state: string) => all.find((revision) => revision.state === state) ?? null
  return { draft: find('draft'), published: find('published'), all }
}

/** The edited skin: the draft, else the published version. */
export function writtenSkin({ draft, published, all }: SkinVersions): SkinDocument {
  return (draft ?? published ?? all[0]!).content
}
