/** Takes a report of mails that came back: their messages and receipts say so with the reason, and an address that takes nothing any more gets nothing more. */
import { sql } from 'kysely'
import { defineHandler, type HandlerContext, type MessageChannel } from '../../runtime/core/contracts.ts'
import { isAuthentic } from './reports/isAuthentic.ts'
import { type Bounce, readReport } from './reports/readReport.ts'

export default defineHandler('delivery.report', async (report, context) => {
  const secret = context.documents.service<MessageChannel>('delivery.mail')?.reportSecret
  if (!secret || !isAuthentic(secret, context)) return context.fail('REPORT_SIGNATURE')
  const bounces = readReport(report)
  for (const each of bounces) await takeDown(each, context)
  return { bounced: bounces.length }
})

async function takeDown({ address, reason, isLost, outboxId }: Bounce, context: HandlerContext): Promise<void> {
  if (isLost) await context.rows.put('platform.lostAddress', ['channel', 'address'], { channel: 'mail', address, reason })
  const id = outboxId ?? (await newestTo(address, context))
  if (id === null) return
  await context.rows.bulk('message.receipt', 'What a mail service reports; the message and its receipt in one statement.', (db) =>
    sql`
      with returned as (
        update platform_outbox set state = 'bounced', error = ${reason}, "updatedAt" = now()
        where id = ${id}::bigint and channel = 'mail' and lower(address) = ${address} and state = 'sent' returning about)
      update message_receipt r set state = 'bounced', error = ${reason}, "settledAt" = now(), "updatedAt" = now() from returned
      where returned.about = 'message.receipt:' || r.id and r.state in ('queued', 'sent')`.execute(db),
  )
}

/** Of a report that does not name the mail: the newest bulk mail to the address. */
async function newestTo(address: string, { db }: HandlerContext): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select o.id::text as id from message_receipt r join platform_outbox o on o.about = 'message.receipt:' || r.id
    where r.channel = 'mail' and r.address = ${address} and r.state = 'sent' order by r.id desc limit 1`.execute(db)
  return rows[0]?.id ?? null
}
