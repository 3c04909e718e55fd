/** Sends the failed messages of a sending once more, and no others: their rows of the outbox wait again, so that no one can be sent two. */
import { sql } from 'kysely'
import { defineHandler, type HandlerContext } from '../../runtime/core/contracts.ts'
import { assertChannel, type BulkChannel } from './bulk/bulkMessage.ts'
import { bulkQuota, FEATURES } from './bulk/bulkQuota.ts'

export default defineHandler('message.bulkAgain', async ({ id }, context) => {
  await context.lock('messageTask', id)
  await context.call('message.bulkTask', { id })
  const task = await context.rows.get('message.task', id)
  const channel = task.channel as BulkChannel
  assertChannel({ organisationId: task.organisationId, competitionId: task.competitionId }, channel, context)
  const failed = await context.db
    .selectFrom('message_receipt')
    .select(({ fn }) => fn.sum<string>('units').as('units'))
    .where('taskId', '=', id)
    .where('state', '=', 'failed')
    .executeTakeFirstOrThrow()
  await assertQuota(task.organisationId, channel, Number(failed.units ?? 0), context)
  const count = await waitAgain(id, context)
  if (count === 0) return context.fail('NOBODY_TO_SEND')
  await context.rows.transition('message.life', 'again', id)
  return { count }
})

async function assertQuota(organisationId: string | null, channel: BulkChannel, units: number, context: HandlerContext): Promise<void> {
  const { left, limit } = (await bulkQuota(organisationId, context))[channel]
  const feature = FEATURES[channel]
  if (feature === null || left === null || units <= left) return
  context.fail('FEATURE_USED_UP', { feature, title: context.platform.get('feature', feature).title, limit })
}

/** @returns how many */
async function waitAgain(taskId: string, { rows }: HandlerContext): Promise<number> {
  return rows.bulk('message.receipt', 'Many rows in one statement; the entry of the sending tells it.', async (db) => {
    const { numAffectedRows } = await sql`
      with given as (
        update platform_outbox o set state = 'waiting', attempts = 0, error = null, "dueAt" = now(), "updatedAt" = now() from message_receipt r
        where r."taskId" = ${taskId}::bigint and r.state = 'failed' and o.about = 'message.receipt:' || r.id and o.state = 'dead'
        returning r.id)
      update message_receipt set state = 'queued', error = null, "settledAt" = null, "updatedAt" = now() where id in (select id from given)`.execute(
      db,
    )
    return Number(numAffectedRows ?? 0)
  })
}
