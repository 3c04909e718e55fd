/** Begins a bulk refund of open orders. Above the sum of the settings of the competition it waits for a second person. */
import { sql } from 'kysely'
import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import type { PayBasis } from '../../generated/enums.ts'
import type { PaySetting } from '../prices/readRules.ts'

const WHOLE = 100

export interface RunRequest {
  competitionId: string
  /** Its orders; null: those of registrations of the competition, not of paper copies. */
  courseId: string | null
  /** Only these, of any purpose; those that are not paid stay as they are. */
  orderIds?: readonly string[]
  basis: PayBasis
  percent: number
  reason: string
}

/** Null when there is nothing to refund or to close. @throws PAY_RUN_OPEN */
export async function startRun(
  { competitionId, courseId, orderIds, basis, percent, reason }: RunRequest,
  setting: PaySetting | null,
  context: HandlerContext,
): Promise<{ id: string; state: 'waiting' | 'running'; total: number } | null> {
  const { organisationId, total, left } = await openOrders({ competitionId, courseId, orderIds }, context)
  if (total === 0) return null
  const limit = setting?.refundReviewFrom ?? null
  const state = limit !== null && (left * percent) / WHOLE >= Number(limit) ? ('waiting' as const) : ('running' as const)
  const whole = courseId === null ? competitionId : `t${courseId}`
  const chosen = orderIds ? { orderIds: [...orderIds] } : { open: whole }
  const of = { competitionId, organisationId, courseId, ...chosen, byId: context.session.userId!, steppedAt: context.now.toISOString() }
  const id = await context.rows.create('pay.run', { ...of, basis, percent, reason, state, total })
  if (state === 'running') await context.jobs.enqueue('pay.runRefunds', { id })
  return { id, state, total }
}

async function openOrders(
  { competitionId, courseId, orderIds }: Pick<RunRequest, 'competitionId' | 'courseId' | 'orderIds'>,
  { db }: HandlerContext,
) {
  const wanted = orderIds
    ? sql`o.id = any(${[...orderIds]}::bigint[]) and o.state = 'paid' and o.paid > o.refunded`
    : sql`o.state in ('pending', 'paid') and o."courseId" is not distinct from ${courseId}::bigint and o.purpose = ${courseId === null ? 'signup' : 'training'}`
  const { rows } = await sql<{ organisationId: string; total: string; left: string }>`
    select c."organisationId", count(o.id) as total, coalesce(sum(o.paid - o.refunded), 0) as left
    from competition_competition c left join pay_order o on o."competitionId" = c.id and ${wanted}
    where c.id = ${competitionId}::bigint group by c."organisationId"`.execute(db)
  const row = rows[0]!
  return { organisationId: row.organisationId, total: Number(row.total), left: Number(row.left) }
}
