/** Whom a message to many reaches by one channel: each address once, and the others with the reason why not. */
import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import type { MessageSkipReason } from '../../generated/enums.ts'
import type { Receivers } from '../receivers.ts'
import { type BulkChannel, type BulkWords, bulkSample, type Sender } from './bulkMessage.ts'

const CHUNK = 5_000
const MISSING = { mail: 'noEmail', sms: 'noPhone' } as const

export interface BulkPerson {
  userId: string
  name: string
  /** Null for people who are skipped, and for messages on the platform. */
  address: string | null
  reason: MessageSkipReason | null
  /** Of the quota. */
  units: number
}

/** The sender as it is kept with an unsubscribed address. */
export function senderKey(organisationId: string | null): string {
  return organisationId ?? '0'
}

export async function bulkReach(
  people: Receivers['people'],
  { channel, sender, words }: { channel: BulkChannel; sender: Sender; words: BulkWords },
  context: HandlerContext,
): Promise<BulkPerson[]> {
  if (channel === 'message') return people.map(({ id, name }) => ({ userId: id, name, address: null, reason: null, units: 0 }))
  if (channel === 'push') return withDevices(people, context)
  const addresses = new Map<string, string>()
  for (let at = 0; at < people.length; at += CHUNK) {
    const ids = people.slice(at, at + CHUNK).map(({ id }) => id)
    const rows = await context.db.selectFrom('account_user').select(['id', 'phone', 'email']).where('id', 'in', ids).execute()
    for (const { id, phone, email } of rows) {
      const address = channel === 'mail' ? email?.toLowerCase() : phone
      if (address) addresses.set(String(id), address)
    }
  }
  const left = await unsubscribed(channel, sender.organisationId, context)
  const lost = await bouncing(channel, [...addresses.values()], context)
  const seen = new Set<string>()
  return people.map(({ id, name }): BulkPerson => {
    const address = addresses.get(id)
    const reason = !address
      ? MISSING[channel]
      : lost.has(address)
        ? 'bounced'
        : left.has(address)
          ? 'unsubscribed'
          : seen.has(address)
            ? 'sameAddress'
            : null
    if (!address || reason) return { userId: id, name, address: null, reason, units: 0 }
    seen.add(address)
    return { userId: id, name, address, reason: null, units: unitsOf(channel, words, name, context) }
  })
}

async function withDevices(people: Receivers['people'], { db }: HandlerContext): Promise<BulkPerson[]> {
  const reached = new Set<string>()
  for (let at = 0; at < people.length; at += CHUNK) {
    const ids = people.slice(at, at + CHUNK).map(({ id }) => id)
    const rows = await db.selectFrom('message_device').select('userId').distinct().where('userId', 'in', ids).execute()
    for (const { userId } of rows) reached.add(String(userId))
  }
  return people.map(({ id, name }) => ({ userId: id, name, address: null, reason: reached.has(id) ? null : 'noDevice', units: 0 }))
}

async function unsubscribed(channel: BulkChannel, organisationId: string | null, { db }: HandlerContext): Promise<Set<string>> {
  const rows = await db
    .selectFrom('message_optOut')
    .select('address')
    .where('channel', '=', channel)
    .where('sender', '=', senderKey(organisationId))
    .execute()
  return new Set(rows.map(({ address }) => address))
}

/** Of these addresses, those that take nothing any more. */
async function bouncing(channel: BulkChannel, addresses: readonly string[], { db }: HandlerContext): Promise<Set<string>> {
  const found = new Set<string>()
  for (let at = 0; at < addresses.length; at += CHUNK) {
    const some = addresses.slice(at, at + CHUNK)
    const rows = await db
      .selectFrom('platform_lostAddress')
      .select('address')
      .where('channel', '=', channel)
      .where('address', 'in', some)
      .execute()
    for (const { address } of rows) found.add(address)
  }
  return found
}

/** The longer language counts: which one a person reads is known when it is sent. */
function unitsOf(channel: BulkChannel, words: BulkWords, name: string, context: HandlerContext): number {
  if (channel === 'mail') return 1
  const { segments } = bulkSample(channel, words, name, context)
  return Math.max(segments.zh, segments.en)
}
