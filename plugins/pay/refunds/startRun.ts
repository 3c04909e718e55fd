/** Begins a bulk refund of open orders. Above the sum of the settings of the competition it waits for a second person. */
import { sql } from 'kysely'
import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import type { PayBasis } from '../../generated/enums.ts'
import type { PaySetting } from '../prices/readRules.ts'

const WHOLE = 100

export interface RunWish {
  competitionId: string
  /** Its orders; null: those of registrations of the competition, not of paper copies. */
  courseId: string | null
  basis: PayBasis
  percent: number
  reason: string
}

/** Null when there is nothing to refund or to close. @throws PAY_RUN_OPEN */
export async function startRun(
  { competitionId, courseId, basis, percent, reason }: RunWish,
  setting: PaySetting | null,
  context: HandlerContext,
): Promise<{ id: string; state: 'waiting' | 'running'; total: number } | null> {
  const { organisationId, total, left } = await openOrders(competitionId, courseId, context)
  if (total === 0) return null
  const limit = setting?.refundReviewFrom ?? null
  const state = limit !== null && (left * percent) / WHOLE >= Number(limit) ? ('waiting' as const) : ('running' as const)
  const open = courseId === null ? competitionId : `t${courseId}`
  const of = { competitionId, organisationId, courseId, open, byId: context.session.userId!, steppedAt: context.now.toISOString() }
  const id = await context.rows.create('pay.run', { ...of, basis, percent, reason, state, total })
  if (state === 'running') await context.jobs.enqueue('pay.runRefunds', { id })
  return { id, state, total }
}

async function openOrders(competitionId: string, courseId: string | null, { db }: HandlerContext) {
  const { rows } = await sql<{ organisationId: string; total: string; left: string }>`
    select c."organisationId", count(o.id) as total, coalesce(sum(o.paid - o.refunded), 0) as left
    from competition_competition c
    left join pay_order o on o."competitionId" = c.id and o.state in ('pending', 'paid') and o."courseId" is not distinct from ${courseId}::bigint and o.purpose = ${courseId === null ? 'signup' : 'training'}
    where c.id = ${competitionId}::bigint group by c."organisationId"`.execute(db)
  const row = rows[0]!
  return { organisationId: row.organisationId, total: Number(row.total), left: Number(row.left) }
}
