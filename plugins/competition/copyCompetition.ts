/** A copy of a competition: everything that its managers wrote, under new ids and unpublished; nothing of the people who took part. Its sign-up form
 *  and its cover become the copy's own, so that neither depends on the original. */
import type { HandlerContext, StoredFile } from '../../runtime/core/contracts.ts'
import { objectsWith } from '../../runtime/core/permissions.ts'
import { type Competition, columnsOf, readCompetition } from './competition.ts'
import { copyRows } from './copyRows.ts'
import { formIdOf } from './signupForm.ts'

/** What belongs to a competition and is copied with it; `change`: what a copy begins with anew. */
const PARTS: readonly Part[] = [
  { entity: 'competition.event', where: { removedAt: null }, change: { taken: 0, paused: false } },
  { entity: 'competition.milestone', where: {}, change: {} },
  { entity: 'customPage.page', where: { removedAt: null }, change: {}, below: { entity: 'customPage.version', field: 'pageId' } },
  // papers prove something of one edition: those of the next are handed in anew
  { entity: 'competitionInfo.info', where: {}, change: { papers: null, thumb: null } },
  { entity: 'hotel.hotel', where: { removedAt: null }, change: {}, below: { entity: 'hotel.room', field: 'hotelId' } },
]
interface Part {
  entity: string
  where: Record<string, unknown>
  change: Record<string, unknown>
  /** Rows of each copied row, by the field that names it. */
  below?: { entity: string; field: string }
}
/** What a copy begins with anew. */
const FRESH = { taken: 0, paused: false, published: false, publishedAt: null, deletedAt: null, auditState: 'none', revision: 1 } as const
const LEFT_OUT = new Set(['id', 'createdAt', 'updatedAt'])

/** @throws NOT_FOUND, PERMISSION_DENIED when the person may not create competitions for the organisation */
export async function copyCompetition(competitionId: string, context: HandlerContext): Promise<{ id: string }> {
  const row = await readCompetition(context, competitionId)
  const organisations = objectsWith(context.session, 'manageCompetition', 'organisation')
  if (organisations !== null && !organisations.includes(row.organisationId)) return context.fail('PERMISSION_DENIED')
  const cover = row.cover === null ? null : await copyFile(row.cover as unknown as StoredFile, context)
  const values = { ...written(row), ...FRESH, title: titleOfCopy(row), cover } as unknown as Partial<Competition>
  const made = await context.db.insertInto('competition_competition').values(columnsOf(values)).returning('id').executeTakeFirstOrThrow()
  const id = String(made.id)
  const formId = await copyForm(row.formId, id, context)
  if (formId !== row.formId) await context.db.updateTable('competition_competition').set({ formId }).where('id', '=', id).execute()
  await context.record({ entity: 'competition.competition', rowId: id, before: null, after: { ...values, formId, copyOf: row.id } })
  for (const part of PARTS) await copyPart(part, { from: row.id, to: id }, context)
  return { id }
}

async function copyPart({ entity, where, change, below }: Part, { from, to }: { from: string; to: string }, context: HandlerContext) {
  const ids = await copyRows(context, { entity, where: { ...where, competitionId: from }, change: { ...change, competitionId: to } })
  if (!below) return
  for (const [old, made] of ids)
    await copyRows(context, { entity: below.entity, where: { [below.field]: old }, change: { [below.field]: made, competitionId: to } })
}

function written(row: Competition): Record<string, unknown> {
  return Object.fromEntries(Object.entries(row).filter(([name]) => !LEFT_OUT.has(name)))
}

function titleOfCopy({ title: { zh, en } }: Competition): { zh: string; en: string } {
  return { zh: `${zh}（副本）`, en: `${en} (copy)` }
}

/** Null when the bytes are gone: a copy without its cover is better than none. */
async function copyFile({ id, name }: StoredFile, { files }: HandlerContext): Promise<StoredFile | null> {
  const bytes = await files.open(id).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  return bytes && files.store(bytes, { name, purpose: 'cover' })
}

/** The published form under the copy's own name, ready to be changed. */
async function copyForm(formId: string | null, competitionId: string, { documents }: HandlerContext): Promise<string | null> {
  const published = formId === null ? null : await documents.published('form', formId)
  if (!published) return null
  const id = formIdOf(competitionId)
  await documents.saveDraft('form', id, { ...(published.content as object), id })
  await documents.publish('form', id)
  return id
}
