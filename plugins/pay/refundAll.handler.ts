/** Orders the refund of a whole competition: charging stops, and a job goes through its orders. Above the sum of the settings it waits for a second person. */
import { sql } from 'kysely'
import { defineHandler, type HandlerContext } from '../../runtime/core/contracts.ts'
import { paySetting } from './prices/readRules.ts'
import { readTiers } from './refunds/readTiers.ts'
import { refundPercent } from './refunds/refundPercent.ts'

const WHOLE = 100

export default defineHandler('pay.refundAll', async ({ competitionId, basis, reason }, context) => {
  const { session, now, fail } = context
  const { organisationId, total, left } = await openOrders(competitionId, context)
  if (organisationId === null) return fail('NOT_FOUND', { entity: 'competition.competition', id: competitionId })
  if (total === 0) return fail('PAY_RUN_EMPTY')
  const { percent } = basis === 'full' ? { percent: WHOLE } : refundPercent(await readTiers(competitionId, context), now.toISOString())
  const setting = await paySetting(competitionId, context)
  const limit = setting?.refundReviewFrom ?? null
  const state = limit !== null && (left * percent) / WHOLE >= Number(limit) ? ('waiting' as const) : ('running' as const)
  const of = { competitionId, organisationId, open: competitionId, byId: session.userId!, steppedAt: now.toISOString() }
  const id = await context.add('pay.run', { ...of, basis, percent, reason, state, total })
  if (setting) await context.change('pay.setting', setting, { enabled: false })
  if (state === 'running') await context.enqueue('pay.runRefunds', { id })
  return { id, state, total }
})

async function openOrders(competitionId: string, { db }: HandlerContext) {
  const { rows } = await sql<{ organisationId: string; total: string; left: string }>`
    select c."organisationId", count(o.id) as total, coalesce(sum(o.paid - o.refunded), 0) as left
    from competition_competition c
    left join pay_order o on o."competitionId" = c.id and o.state in ('pending', 'paid')
    where c.id = ${competitionId}::bigint group by c."organisationId"`.execute(db)
  const [row] = rows
  return { organisationId: row?.organisationId ?? null, total: Number(row?.total ?? 0), left: Number(row?.left ?? 0) }
}
