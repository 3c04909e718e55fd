/** Job: puts some messages of a sending into the outbox, then orders itself again. The next ones follow when these are gone, so that a pause and an
 *  unsubscribed address still matter. Each step is one transaction under a lock: an interrupted sending continues after the last step. */
import { defineHandler, type HandlerContext } from '../../runtime/core/contracts.ts'
import type { Row } from '../generated/tables.ts'
import { type BulkTask, bulkVariables, isBulk } from './bulk/bulkMessage.ts'
import { senderKey } from './bulk/bulkReach.ts'
import { aboutReceipt, settleBulk } from './bulk/settleBulk.ts'

declare module '../../runtime/core/contracts.ts' {
  interface JobTypes {
    'message.bulkDeliver': { taskId: string }
  }
}

/** Messages of a sending in the outbox at the same time. */
const STEP = 50
const SOON_SECONDS = 1
/** While a mail server does not answer. */
const LATER_SECONDS = 15
const SECONDS_PER_MINUTE = 60

export default defineHandler('message.bulkDeliver', async ({ taskId }, context) => {
  const { db, now } = context
  await context.lock('messageTask', taskId)
  const task = await context.rows.get('message.task', taskId)
  const settled = await settleBulk(taskId, context)
  if (task.state !== 'sending' || !isBulk(task)) return { total: task.total }
  const count = async (state: 'queued' | 'waiting') => {
    const query = db.selectFrom('message_receipt').select(({ fn }) => fn.countAll<string>().as('count'))
    return Number((await query.where('taskId', '=', taskId).where('state', '=', state).executeTakeFirstOrThrow()).count)
  }
  const max = Math.min(STEP, task.perMinute ?? STEP)
  const put = await putNext(task, max - (await count('queued')), context)
  const [queued, waiting] = [await count('queued'), await count('waiting')]
  await context.rows.save('message.task', { id: taskId }, { steppedAt: now.toISOString() })
  await context.jobs.progress({ done: task.total === 0 ? 1 : (task.total - queued - waiting) / task.total })
  if (queued + waiting === 0) await context.rows.transition('message.life', 'finish', taskId)
  else await context.jobs.enqueue('message.bulkDeliver', { taskId }, { inSeconds: pause(put, settled, task.perMinute) })
  return { total: task.total }
})

function pause(put: number, settled: number, perMinute: number | null): number {
  if (put + settled === 0) return LATER_SECONDS
  return perMinute === null ? SOON_SECONDS : Math.max(SOON_SECONDS, Math.ceil((put * SECONDS_PER_MINUTE) / perMinute))
}

/** @returns number of people this step is done with */
async function putNext(
  { id, channel, template, variables, organisationId }: BulkTask & Pick<Row<'message_task'>, 'id' | 'organisationId'>,
  room: number,
  context: HandlerContext,
): Promise<number> {
  const { db } = context
  if (room <= 0) return 0
  const next = await db
    .selectFrom('message_receipt as r')
    .innerJoin('account_user as u', 'u.id', 'r.userId')
    .leftJoin('message_optOut as o', (join) =>
      join.onRef('o.address', '=', 'r.address').on('o.channel', '=', channel).on('o.sender', '=', senderKey(organisationId)),
    )
    .select(['r.id', 'r.userId', 'r.address', 'r.key', 'u.name', 'u.state as account', 'o.id as unsubscribed'])
    .where('r.taskId', '=', id)
    .where('r.state', '=', 'waiting')
    .orderBy('r.id')
    .limit(room)
    .execute()
  for (const { id: receiptId, userId, address, key, name, account, unsubscribed } of next) {
    const reason = account !== 'active' ? ('closed' as const) : unsubscribed ? ('unsubscribed' as const) : null
    const state = reason ? ('skipped' as const) : ('queued' as const)
    await context.rows.save('message.receipt', { id: receiptId }, { state, reason })
    if (reason) continue
    const filled = bulkVariables(channel, variables, { name, key: key ?? '' }, context)
    const to = { userId: String(userId), ...(address !== null && { address }) }
    await context.messages.send(template, to, filled, { about: aboutReceipt(String(receiptId)) })
  }
  return next.length
}
