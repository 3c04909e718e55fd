/** A copy of a competition: everything that its managers wrote, under new ids and unpublished, with its times moved; nothing of the people who took part.
 *  Its forms, score sheets, pictures and seals become the copy's own, so that neither depends on the original. */
import type { Insertable } from 'kysely'
import type { HandlerContext } from '../../runtime/core/contracts.ts'
import type { LocalText } from '../../runtime/core/documents.ts'
import { objectsWith } from '../../runtime/core/permissions.ts'
import type { Tables } from '../generated/tables.ts'
import { type Competition, readCompetition } from './competition.ts'
import { copyFile, copyForms, copyRows, storedFields } from './copyRows.ts'
import { type LeftOut, leftOut } from './leftOut.ts'
import { type MoveTime, moveBy, type TimeDistance } from './movedTime.ts'

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
  {
    entity: 'review.round',
    where: { removedAt: null },
    change: { frozenAt: null, revision: 1 },
    refs: { eventIds: 'competition.event', fromRoundId: 'review.round' },
  },
  { entity: 'vote.setting', where: {}, change: { revision: 1 } },
]
interface Part {
  entity: string
  where: Record<string, unknown>
  change: Record<string, unknown>
  /** Rows of each copied row, by the field that names it. */
  below?: { entity: string; field: string }
  /** Fields that name rows of a part before, or earlier rows of the same, with its entity. */
  refs?: Record<string, string>
}
/** New ids by the old ones, of each part that was copied. */
type Copied = Map<string, Map<string, string>>
/** Values that a copy starts with. */
const FRESH = { taken: 0, paused: false, published: false, publishedAt: null, deletedAt: null, auditState: 'none', revision: 1 } as const

export interface CopyOrder extends TimeDistance {
  competitionId: string
  title?: LocalText | undefined
}

/** @throws NOT_FOUND, PERMISSION_DENIED when the person may not create competitions for the organisation */
export async function copyCompetition(
  { competitionId, title, ...distance }: CopyOrder,
  context: HandlerContext,
): Promise<{ id: string; left: LeftOut[] }> {
  const row = await readCompetition(context, competitionId)
  const organisations = objectsWith(context.session, 'manageCompetition', 'organisation')
  if (organisations !== null && !organisations.includes(row.organisationId)) return context.fail('PERMISSION_DENIED')
  const move = moveBy(distance)
  const values = {
    ...(await written(row, move, context)),
    ...FRESH,
    title: title ?? context.text('competition.copyOf', { title: row.title }),
  }
  const id = await context.rows.create('competition.competition', values as Insertable<Tables['competition_competition']>)
  await context.rows.save('competition.competition', { id }, await copyForms('competition.competition', { ...row }, id, context))
  const copied: Copied = new Map()
  for (const part of PARTS) copied.set(part.entity, await copyPart(part, { from: row.id, to: id, copied, move }, context))
  await copySeries(row.id, id, { move, years: distance.years ?? 0 }, context)
  await copyAgreements(row.id, id, move, context)
  return { id, left: await leftOut(row.id, context) }
}

async function copyPart(
  { entity, where, change, below, refs: names = {} }: Part,
  { from, to, copied, move }: { from: string; to: string; copied: Copied; move: MoveTime },
  context: HandlerContext,
): Promise<Map<string, string>> {
  const refs = Object.fromEntries(Object.entries(names).map(([field, of]) => [field, of === entity ? ('own' as const) : copied.get(of)!]))
  const ids = await copyRows(context, {
    entity,
    where: { ...where, competitionId: from },
    change: { ...change, competitionId: to },
    refs,
    move,
  })
  for (const [old, made] of below ? ids : [])
    await copyRows(context, {
      entity: below!.entity,
      where: { [below!.field]: old },
      change: { [below!.field]: made, competitionId: to },
      move,
    })
  return ids
}

/** Series of certificates begin to count anew, in the year of the copy, under a prefix that is free in that year. Those of templates of the competition stay
 *  behind: the template belongs to it. */
async function copySeries(
  from: string,
  to: string,
  { move, years }: { move: MoveTime; years: number },
  context: HandlerContext,
): Promise<void> {
  const { db } = context
  const series = await db
    .selectFrom('certificate_series')
    .select(['id', 'prefix', 'year', 'templateId'])
    .where('competitionId', '=', from)
    .execute()
  const own = await db.selectFrom('certificate_template').select('documentId').where('competitionId', '=', from).execute()
  for (const { id, prefix, year, templateId } of series) {
    if (own.some(({ documentId }) => documentId === templateId)) continue
    const taken = await db
      .selectFrom('certificate_series')
      .select('id')
      .where('prefix', '=', prefix)
      .where('year', '=', year + years)
      .executeTakeFirst()
    if (taken) continue
    await copyRows(context, {
      entity: 'certificate.series',
      where: { id },
      change: { competitionId: to, year: year + years, nextNumber: 1 },
      move,
    })
  }
}

/** The texts that counted last, as drafts: who takes part in the copy accepts what is published for it. */
async function copyAgreements(from: string, to: string, move: MoveTime, context: HandlerContext): Promise<void> {
  const versions = await context.db
    .selectFrom('agreement_version')
    .select(['id', 'purpose'])
    .where('competitionId', '=', from)
    .where('publishedAt', 'is not', null)
    .where('endedAt', 'is', null)
    .orderBy('number')
    .execute()
  const latest = new Map(versions.map(({ id, purpose }) => [purpose, id]))
  for (const id of latest.values())
    await copyRows(context, {
      entity: 'agreement.version',
      where: { id },
      change: { competitionId: to, place: `competition:${to}`, number: 1, publishedAt: null, endedAt: null },
      move,
    })
}

async function written(row: Competition, move: MoveTime, context: HandlerContext): Promise<Partial<Competition>> {
  const { fields } = context.platform.get('entity', 'competition.competition')
  const values: Record<string, unknown> = {}
  for (const name of storedFields('competition.competition', context.platform) as (keyof Competition)[]) {
    const value = row[name]
    const { type } = fields[name]!
    values[name] = value !== null && (type === 'datetime' || type === 'date') ? move(value as string, type) : value
  }
  const cover = row.cover && (await copyFile(row.cover, context))
  return { ...values, cover } as Partial<Competition>
}
