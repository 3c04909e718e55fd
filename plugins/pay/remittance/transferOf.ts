/** Whether bank transfers are taken, where they go, and the status of the last one. */
import type { HandlerContext } from '../../../runtime/core/contracts.ts'

/** @param which  orders whose transfers count */
export async function transferOf(
  account: string | null,
  which: { id: string } | { registrationId: string } | { enrolmentId: string },
  { db }: HandlerContext,
) {
  const all = db
    .selectFrom('pay_remittance as r')
    .innerJoin('pay_order as o', 'o.id', 'r.orderId')
    .select(['r.id', 'r.state', 'r.reason', 'r.createdAt'])
  const [[field, id]] = Object.entries(which) as [['id' | 'registrationId' | 'enrolmentId', string]]
  const last = await all.where(`o.${field}`, '=', id).orderBy('r.id', 'desc').executeTakeFirst()
  return {
    offered: account !== null,
    account,
    id: last?.id ?? null,
    state: last?.state ?? null,
    reason: last?.reason ?? null,
    submittedAt: last?.createdAt ?? null,
  }
}
