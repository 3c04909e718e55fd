/** Links for outside reviewers: their addresses are signed values that name a row; what a row opens is looked up each time, so that revoking acts immediately. */
import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import type { LocalText } from '../../../runtime/core/documents.ts'
import { type Round, readRound } from '../round.ts'
import { worksOfRound } from '../worksOfRound.ts'

const PURPOSE = 'review.share'
const ABSENT = { entity: 'review.share', id: '' }

export interface SharedPool {
  id: string
  competition: LocalText
  expiresAt: string
  round: Round
  /** In an order of this link's own, which does not tell when works were submitted. */
  workIds: string[]
}

/** `pool` or `team`, by what the link opens. */
export async function shareAddress(id: string, registrationId: string | null, { people, site }: HandlerContext): Promise<string> {
  return `${site}/reviewShare/${registrationId === null ? 'pool' : 'team'}/${await people.signed.sign(PURPOSE, id)}`
}

/** @throws NOT_FOUND for what is no link, has ended or was revoked */
export async function openShare(token: string, context: HandlerContext): Promise<SharedPool & { registrationId: string | null }> {
  const id = await context.people.signed.read(PURPOSE, token)
  return id === null ? context.fail('NOT_FOUND', ABSENT) : sharedPool(id, context)
}

/** @throws NOT_FOUND */
export async function sharedPool(id: string, context: HandlerContext): Promise<SharedPool & { registrationId: string | null }> {
  const row = await context.db
    .selectFrom('review_share as s')
    .innerJoin('competition_competition as c', 'c.id', 's.competitionId')
    .select(['s.id', 's.roundId', 's.registrationId', 's.expiresAt', 'c.title as competition'])
    .where('s.id', '=', id)
    .where('s.revokedAt', 'is', null)
    .where('s.expiresAt', '>', context.now.toISOString())
    .executeTakeFirst()
  if (!row) return context.fail('NOT_FOUND', ABSENT)
  const round = await readRound(row.roundId, context)
  return {
    id,
    registrationId: row.registrationId,
    competition: row.competition as LocalText,
    expiresAt: new Date(row.expiresAt).toISOString(),
    round,
    workIds: await worksOf({ id, round, registrationId: row.registrationId }, context),
  }
}

async function worksOf(
  { id, round, registrationId }: { id: string; round: Round; registrationId: string | null },
  context: HandlerContext,
): Promise<string[]> {
  const inRound = (await worksOfRound(round, context)).map((work) => work.id)
  const ids = registrationId === null ? inRound : await ofRegistration(inRound, registrationId, context)
  const keyed = await Promise.all(
    ids.map(async (workId) => ({ workId, key: await context.people.signed.derive(PURPOSE, `${id} ${workId}`) })),
  )
  return keyed.toSorted((one, other) => (one.key < other.key ? -1 : 1)).map(({ workId }) => workId)
}

async function ofRegistration(ids: readonly string[], registrationId: string, { db }: HandlerContext): Promise<string[]> {
  const rows = await db.selectFrom('work_work').select('id').where('registrationId', '=', registrationId).execute()
  return rows.map(({ id }) => id).filter((id) => ids.includes(id))
}
