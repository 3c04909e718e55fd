/** The job of one try. It claims the delivery, reads the data with the rights of the person who made the webhook, sends them, and stores the
 *  outcome. A process that is lost in between leaves a claim that ends: `webhook.care` orders the try again, under the same message id. */
import { sql } from 'kysely'
import { defineHandler, type HandlerContext, type WebhookOutcome, type WebhookSender } from '../../runtime/core/contracts.ts'
import { AgonError } from '../../runtime/core/errors.ts'
import { plainMoment } from '../../runtime/core/momentText.ts'
import { MS_PER_DAY } from '../../runtime/core/time.ts'
import type { Row } from '../generated/tables.ts'
import { headersOf, secretOf } from './signature.ts'

declare module '../../runtime/core/contracts.ts' {
  interface JobTypes {
    'webhook.deliver': { id: string }
  }
}

/** Seconds to the next try: about a day altogether. */
const PAUSES = [10, 60, 300, 1_800, 7_200, 14_400, 21_600, 36_000]
const CLAIM_MS = 60_000

type Endpoint = Row<'webhook_endpoint'>
type Delivery = Row<'webhook_delivery'>
type Problem = NonNullable<Delivery['problem']>
interface Try {
  endpoint: Endpoint
  delivery: Delivery
}

export default defineHandler(
  'webhook.deliver',
  async ({ id }, context) => {
    const delivery = await claim(id, context)
    if (!delivery) return null
    const endpoint = (await context.db
      .selectFrom('webhook_endpoint')
      .selectAll()
      .where('id', '=', delivery.endpointId)
      .executeTakeFirst()) as Endpoint | undefined
    if (!endpoint) return null
    const at = { endpoint, delivery }
    if (endpoint.state !== 'active' && delivery.event !== 'test') return end(at, { problem: 'off' }, context)
    const content = await contentOf(at, context)
    if ('problem' in content) return end(at, content, context)
    const begun = performance.now()
    const outcome = await send(at, content.data, context)
    const milliseconds = Math.round(performance.now() - begun)
    await context.rows.create('webhook.attempt', { deliveryId: id, ...outcome, milliseconds })
    return note(at, outcome, context)
  },
  { waits: 'outside' },
)

/** Null when it is done, not due, or another process has it. */
async function claim(id: string, { rows, now }: HandlerContext): Promise<Delivery | null> {
  const moment = now.toISOString()
  const row = await rows.bulk('webhook.delivery', 'one statement claims it while it is due and no other process has it', (db) =>
    db
      .updateTable('webhook_delivery')
      .set({ attempts: sql`attempts + 1`, claimedUntil: new Date(now.getTime() + CLAIM_MS).toISOString() })
      .where('id', '=', id)
      .where('state', '=', 'waiting')
      .where('nextAt', '<=', moment)
      .where((is) => is.or([is('claimedUntil', 'is', null), is('claimedUntil', '<', moment)]))
      .returningAll()
      .executeTakeFirst(),
  )
  return (row as Delivery | undefined) ?? null
}

const CALLS: Readonly<Record<string, 'webhook.response' | 'webhook.registration'>> = {
  response: 'webhook.response',
  registration: 'webhook.registration',
}

/** What the maker of the webhook may read of it now. */
async function contentOf(
  { delivery: { event, subjectId } }: Try,
  context: HandlerContext,
): Promise<{ data: unknown } | { problem: Problem }> {
  const call = CALLS[event.split('.')[0]!]
  if (!call || subjectId === null) return { data: {} }
  try {
    return { data: await context.call(call, { id: subjectId }) }
  } catch (error) {
    if (!(error instanceof AgonError)) throw error
    if (error.code === 'PERMISSION_DENIED' || error.code === 'SESSION_REQUIRED') return { problem: 'rights' }
    if (error.code === 'NOT_FOUND') return { problem: 'gone' }
    throw error
  }
}

async function send({ endpoint, delivery }: Try, data: unknown, context: HandlerContext): Promise<WebhookOutcome> {
  const sender = context.documents.service<WebhookSender>('webhook.sender')
  if (!sender) return { status: null, problem: 'network' }
  const body = JSON.stringify({ type: delivery.event, timestamp: delivery.createdAt, data })
  const time = Math.floor(context.now.getTime() / 1000)
  return sender.send({ url: endpoint.url, body, headers: headersOf({ key: delivery.key, time, body }, await secretOf(endpoint, context)) })
}

async function note(at: Try, { status, problem }: WebhookOutcome, context: HandlerContext): Promise<null> {
  const { endpoint, delivery } = at
  const lastAt = context.now.toISOString()
  const failingSince = problem === null ? null : (endpoint.failingSince ?? lastAt)
  await context.rows.save('webhook.endpoint', endpoint, { lastStatus: status, lastAt, failingSince })
  const pause = delivery.event === 'test' ? undefined : PAUSES[delivery.attempts - 1]
  if (problem === null || pause === undefined) return end(at, { status, problem }, context)
  const nextAt = new Date(context.now.getTime() + pause * 1000).toISOString()
  await context.rows.save('webhook.delivery', delivery, { status, problem, nextAt, claimedUntil: null })
  await context.jobs.enqueue('webhook.deliver', { id: delivery.id }, { as: endpoint.userId, inSeconds: pause })
  return null
}

async function end(
  at: Try,
  { status = null, problem }: { status?: number | null; problem: Problem | null },
  context: HandlerContext,
): Promise<null> {
  const { endpoint, delivery } = at
  const state = problem === null ? 'delivered' : 'failed'
  const change = { state, status, problem, endedAt: context.now.toISOString(), claimedUntil: null } as const
  await context.rows.save('webhook.delivery', delivery, change)
  if (problem !== null && problem !== 'off' && problem !== 'gone' && delivery.event !== 'test') await turnOff(endpoint, problem, context)
  return null
}

/** Once its maker may not read any more; and when nothing has arrived for nearly a day. */
async function turnOff({ id, userId, url, failingSince }: Endpoint, problem: Problem, context: HandlerContext): Promise<void> {
  const { rows, now } = context
  const isLong = failingSince !== null && now.getTime() - Date.parse(failingSince) > 0.8 * MS_PER_DAY
  if (problem !== 'rights' && !isLong) return
  const [turned] = await rows.transitionWhere('webhook.endpointLife', 'fail', { id })
  const since = plainMoment(failingSince ?? now, context.platform.app.timeZone)
  if (turned) await context.messages.send('webhook.stopped', { userId }, { address: url, since })
}
