/** Delivers the outbox. Each channel has its own lane, so that a slow outside holds up no one else. A message is taken with its row locked
 *  (`skip locked`: no other lane or process takes it too) and stays locked while it is sent; the outcome is written with the lock still held:
 *  waiting -> sent; -> waiting again, later (backoff); -> dead after the last try or a refusal; -> bounced when the address takes nothing any more;
 *  -> expired. An address that bounced is kept (`platform.lostAddress`), and gets only messages whose template `proves` an address.
 *  A process that dies in between lets go of the lock and the message is tried again, under the same key. Nothing here can fail a write. */
import { createReadStream } from 'node:fs'
import type { Pool, PoolClient } from 'pg'
import { DeliveryError, type MessageChannel, type OutgoingMessage } from '../../core/contracts.ts'
import type { ServiceDocument } from '../../core/documents.ts'
import type { Lang } from '../../core/platform.ts'
import { MS_PER_SECOND } from '../../core/time.ts'
import { onOneClient } from '../calls/transaction.ts'
import { openDatabase } from '../database/openDatabase.ts'
import type { ServerDeps } from '../serverContext.ts'
import { absolute, type MailBody, type MailFacts, mailBody } from './mailBody.ts'
import { messageLink } from './messageLink.ts'
import { OUTBOX_TOPIC } from './putMessage.ts'
import { maskVariables, renderMessage } from './renderMessage.ts'
import { sendToDevices } from './sendToDevices.ts'

/** A notification wakes a lane; this timer finds messages that are due again and those whose notification was lost. */
const POLL_MS = 2_000
const MAX_ERROR = 500

export interface OutboxService {
  start(): Promise<void>
  /** Finishes the messages that are being sent. */
  stop(): Promise<void>
}

interface Waiting {
  id: string
  template: string
  userId: string | null
  address: string | null
  lang: Lang
  variables: Record<string, unknown>
  attempts: number
  expired: boolean
  key: string | null
  /** Why the address takes nothing any more; null when it does. */
  lost: string | null
}
type Delivery = NonNullable<ServiceDocument['delivery']>
interface Outcome {
  state: 'sent' | 'waiting' | 'dead' | 'bounced' | 'expired'
  reference?: string | null
  error?: string
  waitSeconds?: number
  /** The service said so of the address. */
  isLost?: boolean
}

const TAKE = `SELECT id, template, "userId", address, lang, variables, attempts, key, coalesce("expiresAt" <= now(), false) AS expired,
    (SELECT l.reason FROM "platform_lostAddress" l WHERE l.channel = platform_outbox.channel AND l.address = lower(platform_outbox.address)) AS lost
  FROM platform_outbox WHERE state = 'waiting' AND channel = $1 AND "dueAt" <= now() ORDER BY "dueAt", id LIMIT 1 FOR UPDATE SKIP LOCKED`
const SETTLE = `UPDATE platform_outbox SET state = $2, attempts = $3, provider = $4, reference = $5, error = $6, variables = $7, subject = $8, text = $9,
  "dueAt" = now() + make_interval(secs => $10), "sentAt" = CASE WHEN $2 = 'sent' THEN now() END, "updatedAt" = now() WHERE id = $1`

const LOSE = `INSERT INTO "platform_lostAddress" (channel, address, reason) VALUES ($1, lower($2), $3)
  ON CONFLICT (channel, address) DO UPDATE SET reason = excluded.reason, "updatedAt" = now()`

export function createOutboxService(deps: ServerDeps): OutboxService {
  const lanes: { wake(): void; stop(): Promise<void> }[] = []
  let own: ReturnType<typeof openDatabase> | undefined
  let unlisten: (() => void) | undefined
  return {
    async start() {
      const services = [...deps.platform().documents.service.values()].filter(({ delivery }) => delivery)
      const { databaseUrl, isPooled } = deps.config
      own = openDatabase(databaseUrl, {
        size: Math.max(services.length, 1),
        name: 'agon outbox',
        isPooled,
        logger: deps.logger,
        watch: deps.watch,
      })
      for (const { id } of services) lanes.push(startLane(deps, own.pool, id))
      unlisten = deps.services.notices.listen(OUTBOX_TOPIC, () => {
        for (const lane of lanes) lane.wake()
      })
    },
    async stop() {
      unlisten?.()
      await Promise.all(lanes.map((lane) => lane.stop()))
      await own?.pool.end()
    },
  }
}

function startLane(deps: ServerDeps, pool: Pool, service: string) {
  let running: Promise<void> | undefined
  let again = false
  let stopped = false
  const drain = async () => {
    do {
      again = false
      while (!stopped && (await deliverNext(deps, pool, service)));
    } while (again && !stopped)
  }
  const wake = () => {
    again = true
    if (stopped || running) return
    running = drain()
      .catch((error: unknown) => deps.logger.warn({ err: error, service }, 'the outbox could not be delivered now'))
      .finally(() => {
        running = undefined
      })
  }
  const timer = setInterval(wake, POLL_MS)
  timer.unref()
  wake()
  return {
    wake,
    async stop() {
      stopped = true
      clearInterval(timer)
      await running
    },
  }
}

/** Answers whether there was a message. */
async function deliverNext(deps: ServerDeps, pool: Pool, serviceId: string): Promise<boolean> {
  const delivery = deps.platform().get('service', serviceId).delivery!
  return onOneClient(pool, async (client) => {
    const { rows } = await client.query<Waiting>(TAKE, [delivery.channel])
    const [message] = rows
    if (message) await settle(deps, client, { serviceId, message, outcome: await deliver(deps, client, serviceId, message) })
    return message !== undefined
  })
}

/** Tries once; never throws. */
async function deliver(deps: ServerDeps, client: PoolClient, serviceId: string, message: Waiting): Promise<Outcome> {
  const { delivery } = deps.platform().get('service', serviceId) as { delivery: Delivery }
  const chosen = deps.services.providers.get<MessageChannel>(serviceId)
  if (message.expired) return { state: 'expired' }
  if (!chosen) return { state: 'dead', error: 'no provider is chosen' }
  if (!message.address && delivery.devices === undefined) return { state: 'dead', error: 'the receiver has no address' }
  if (message.address && chosen.provider.reaches?.(message.address) === false)
    return { state: 'dead', error: 'the provider is not set up for this country' }
  const proves = deps.platform().get('template', message.template).proves === true
  if (message.lost !== null && !proves) return { state: 'bounced', error: message.lost }
  try {
    const platform = deps.platform()
    const declared = platform.get('template', message.template)
    const { template, variables, address, lang } = message
    const words = renderMessage(platform, declared, lang, variables)
    const around = wordsAround(deps, serviceId, { template: declared, lang, variables, key: message.key, ...words })
    const unsubscribe = declared.unsubscribe === undefined ? {} : { unsubscribe: String(variables[declared.unsubscribe]) }
    const answerTo = declared.replyTo === undefined ? null : variables[declared.replyTo]
    const replyTo = typeof answerTo === 'string' && answerTo !== '' ? { replyTo: answerTo } : {}
    const files = await attachmentsOf(deps, declared.attachments === undefined ? [] : variables[declared.attachments])
    const outgoing = {
      key: `outbox-${message.id}`,
      address: address ?? '',
      template,
      variables,
      ...words,
      ...around,
      ...unsubscribe,
      ...replyTo,
      ...files,
    }
    const send = (to: OutgoingMessage) => withTimeout(delivery.timeoutSeconds, (signal) => chosen.provider.send(to, signal))
    if (delivery.devices === undefined) return { state: 'sent', reference: (await send(outgoing)).reference }
    await sendToDevices(client, { entity: delivery.devices, userId: message.userId }, (device) => send({ ...outgoing, device }))
    return { state: 'sent' }
  } catch (error) {
    const words = (error instanceof Error ? error.message : String(error)).slice(0, MAX_ERROR)
    deps.logger.warn({ message: message.id, service: serviceId, reason: words }, 'a message was not delivered')
    if (error instanceof DeliveryError && error.refusesAddress && delivery.devices === undefined)
      return { state: proves ? 'dead' : 'bounced', error: words, isLost: true }
    const isLast = message.attempts + 1 >= delivery.attempts || (error instanceof DeliveryError && error.permanent)
    const waitSeconds = Math.min(delivery.firstRetrySeconds * 2 ** message.attempts, delivery.maxRetrySeconds)
    return isLast ? { state: 'dead', error: words } : { state: 'waiting', error: words, waitSeconds }
  }
}

/** Files of the store that a message names. @throws FILE_MISSING: it is tried again, then given up */
async function attachmentsOf({ services }: ServerDeps, named: unknown): Promise<Pick<OutgoingMessage, 'attachments'>> {
  const list = Array.isArray(named) ? (named as { id: string; name: string }[]) : []
  if (list.length === 0) return {}
  const found = await Promise.all(list.map(async ({ id, name }) => ({ name, path: await services.files.path(id) })))
  return { attachments: found.map(({ name, path }) => ({ name, open: () => createReadStream(path) })) }
}

/** A mail is dressed; a text message gets the address alone, a device the page. */
function wordsAround(deps: ServerDeps, serviceId: string, facts: MailFacts): Partial<MailBody> & Pick<OutgoingMessage, 'link'> {
  const platform = deps.platform()
  const { channel, devices } = platform.get('service', serviceId).delivery!
  const { siteAddress } = deps.config
  if (channel === 'mail') return mailBody(platform, siteAddress, facts)
  const link = messageLink(platform, { ...facts, site: siteAddress })
  if (devices !== undefined) return link ? { link: link.to } : {}
  return link ? { text: `${facts.text} ${absolute(link.to, siteAddress)}` } : {}
}

/** Secret variables of a message are erased once it was sent or is given up; with a local provider staff can read them. */
async function settle(
  deps: ServerDeps,
  client: PoolClient,
  { serviceId, message, outcome }: { serviceId: string; message: Waiting; outcome: Outcome },
): Promise<void> {
  const platform = deps.platform()
  const chosen = deps.services.providers.get<MessageChannel>(serviceId)
  const template = platform.get('template', message.template)
  const isLocal = chosen?.provider.local === true
  const masked = maskVariables(template, message.variables)
  const kept = isLocal || outcome.state === 'waiting' || outcome.state === 'dead' ? message.variables : masked
  const { subject, text } = renderMessage(platform, template, message.lang, isLocal ? message.variables : masked)
  const attempts = message.attempts + (outcome.state === 'expired' ? 0 : 1)
  const { state, reference = null, error = null, waitSeconds = 0 } = outcome
  const words = [chosen?.name ?? null, reference, error, JSON.stringify(kept), subject, text]
  await client.query(SETTLE, [message.id, state, attempts, ...words, waitSeconds])
  const { channel } = platform.get('service', serviceId).delivery!
  if (outcome.isLost) await client.query(LOSE, [channel, message.address, error])
}

async function withTimeout<T>(seconds: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const signal = AbortSignal.timeout(seconds * MS_PER_SECOND)
  const late = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error(`no answer within ${seconds} s`)), { once: true })
  })
  return Promise.race([work(signal), late])
}
