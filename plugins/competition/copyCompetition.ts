/** A copy of a competition: everything that its managers wrote, under new ids and unpublished; nothing of the people who took part. Its sign-up form
 *  and its cover become the copy's own, so that neither depends on the original. */
import type { Insertable } from 'kysely'
import type { HandlerContext, StoredFile } from '../../runtime/core/contracts.ts'
import { objectsWith } from '../../runtime/core/permissions.ts'
import type { Tables } from '../generated/tables.ts'
import { type Competition, readCompetition } from './competition.ts'
import { FORM_COLUMNS } from './competitionForms.ts'
import { copyRows, storedFields } from './copyRows.ts'

/** Rows that are copied with a competition; `change`: values that a copy starts with. */
const PARTS: readonly Part[] = [
  { entity: 'competition.event', where: { removedAt: null }, change: { taken: 0, paused: false } },
  { entity: 'competition.milestone', where: {}, change: {} },
  { entity: 'customPage.page', where: { removedAt: null }, change: {}, below: { entity: 'customPage.version', field: 'pageId' } },
  // supporting documents belong to one edition: the next one needs new ones
  { entity: 'competitionInfo.info', where: {}, change: { papers: null, thumb: null } },
  { entity: 'hotel.hotel', where: { removedAt: null }, change: {}, below: { entity: 'hotel.room', field: 'hotelId' } },
  // codes are known to the people of one edition
  { entity: 'pay.setting', where: {}, change: { enabled: false } },
  { entity: 'pay.fee', where: {}, change: {}, refs: { eventId: 'competition.event' } },
  { entity: 'pay.tier', where: {}, change: {} },
]
interface Part {
  entity: string
  where: Record<string, unknown>
  change: Record<string, unknown>
  /** Rows of each copied row, by the field that names it. */
  below?: { entity: string; field: string }
  /** Fields that name rows of a part before, with its entity. */
  refs?: Record<string, string>
}
/** New ids by the old ones, of each part that was copied. */
type Copied = Map<string, Map<string, string>>
/** Values that a copy starts with. */
const FRESH = { taken: 0, paused: false, published: false, publishedAt: null, deletedAt: null, auditState: 'none', revision: 1 } as const

/** @throws NOT_FOUND, PERMISSION_DENIED when the person may not create competitions for the organisation */
export async function copyCompetition(competitionId: string, context: HandlerContext): Promise<{ id: string }> {
  const row = await readCompetition(context, competitionId)
  const organisations = objectsWith(context.session, 'manageCompetition', 'organisation')
  if (organisations !== null && !organisations.includes(row.organisationId)) return context.fail('PERMISSION_DENIED')
  const cover = row.cover === null ? null : await copyFile(row.cover, context)
  const values = {
    ...written(row, context),
    ...FRESH,
    title: context.text('competition.copyOf', { title: row.title }),
    cover,
  }
  const id = await context.rows.create('competition.competition', values as Insertable<Tables['competition_competition']>)
  await context.rows.save('competition.competition', { id }, await copyForms(row, id, context))
  const copied: Copied = new Map()
  for (const part of PARTS) copied.set(part.entity, await copyPart(part, { from: row.id, to: id, copied }, context))
  return { id }
}

async function copyPart(
  { entity, where, change, below, refs: names = {} }: Part,
  { from, to, copied }: { from: string; to: string; copied: Copied },
  context: HandlerContext,
): Promise<Map<string, string>> {
  const refs = Object.fromEntries(Object.entries(names).map(([field, of]) => [field, copied.get(of)!]))
  const ids = await copyRows(context, { entity, where: { ...where, competitionId: from }, change: { ...change, competitionId: to }, refs })
  for (const [old, made] of below ? ids : [])
    await copyRows(context, { entity: below!.entity, where: { [below!.field]: old }, change: { [below!.field]: made, competitionId: to } })
  return ids
}

function written(row: Competition, { platform }: HandlerContext): Partial<Competition> {
  const names = storedFields('competition.competition', platform) as (keyof Competition)[]
  return Object.fromEntries(names.map((name) => [name, row[name]]))
}

/** Null when the bytes are gone: a copy without its cover is better than none. */
function copyFile({ id, name }: StoredFile, { files }: HandlerContext): Promise<StoredFile | null> {
  return files.copy(id, { name, purpose: 'cover' })
}

/** The published forms under the copy's own names, ready to be changed. */
async function copyForms(row: Competition, competitionId: string, { documents }: HandlerContext): Promise<Partial<Competition>> {
  const copies: Partial<Competition> = {}
  for (const column of Object.values(FORM_COLUMNS)) {
    const { name } = documents.designs.place('competition.competition', column, { ...row, id: competitionId })
    const original = row[column]
    const published = original === null ? null : await documents.store.published('form', original)
    copies[column] = published && name
    if (!published) continue
    await documents.store.saveDraft('form', name, { ...(published.content as object), id: name })
    await documents.store.publish('form', name)
  }
  return copies
}
