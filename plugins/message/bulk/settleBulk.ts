/** What became of the messages of a sending: taken from the outbox. */
import { sql } from 'kysely'
import type { HandlerContext } from '../../../runtime/core/contracts.ts'

/** What a message in the outbox is about. No two messages are about the same receipt. */
export function aboutReceipt(id: string): string {
  return `message.receipt:${id}`
}

/** Number of messages whose outcome was taken down. */
export async function settleBulk(taskId: string, { db }: HandlerContext): Promise<number> {
  const { numAffectedRows } = await sql`
    update message_receipt r set state = case when o.state in ('sent', 'bounced') then o.state else 'failed' end,
      error = case o.state when 'sent' then null else coalesce(o.error, o.state) end, "settledAt" = now(), "updatedAt" = now()
    from platform_outbox o
    where r."taskId" = ${taskId}::bigint and r.state = 'queued' and o.about = 'message.receipt:' || r.id and o.state <> 'waiting'`.execute(
    db,
  )
  return Number(numAffectedRows ?? 0)
}

interface Skipped {
  taskIds: readonly string[]
  /** These alone. */
  address?: string
  people?: readonly string[]
  reason: 'cancelled' | 'unsubscribed' | 'notMeant'
}

/** Messages that wait are not sent any more: those that nothing was done for, and those in the outbox that no one is sending at this moment.
 *  The caller holds the locks of the sendings. */
export async function skipBulk({ taskIds, address, people, reason }: Skipped, { db }: HandlerContext): Promise<void> {
  if (taskIds.length === 0 || people?.length === 0) return
  const ids = sql.join(taskIds.map((id) => sql`${id}::bigint`))
  const ofAddress =
    address !== undefined ? sql`and r.address = ${address}` : people ? sql`and r."userId" = any(${people as string[]}::bigint[])` : sql``
  await sql`
    with stopped as (
      update platform_outbox o set state = 'expired', error = ${reason}, "updatedAt" = now() from message_receipt r
      where r."taskId" in (${ids}) and r.state = 'queued' ${ofAddress} and o.about = 'message.receipt:' || r.id and o.state = 'waiting'
      returning r.id)
    update message_receipt r set state = 'skipped', reason = ${reason}, "settledAt" = now(), "updatedAt" = now()
    where r.id in (select id from stopped) or (r."taskId" in (${ids}) and r.state = 'waiting' ${ofAddress})`.execute(db)
}
