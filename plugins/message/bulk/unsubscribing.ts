/** What the link of a bulk message stands for: an address and who sent to it. */
import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import type { BulkChannel } from './bulkMessage.ts'
import { senderKey } from './bulkReach.ts'

export interface Subscription {
  channel: BulkChannel
  address: string
  userId: string
  organisationId: string | null
  sender: string
  /** Id of the row that says so; null while subscribed. */
  optOutId: string | null
}

/** @throws LINK_INVALID */
export async function subscriptionOf(key: string, { db, fail }: HandlerContext): Promise<Subscription> {
  const receipt = await db
    .selectFrom('message_receipt')
    .select(['channel', 'address', 'userId', 'organisationId'])
    .where('key', '=', key)
    .executeTakeFirst()
  if (!receipt?.address) return fail('LINK_INVALID')
  const { channel, address, organisationId } = receipt
  const sender = senderKey(organisationId)
  const optOut = await db
    .selectFrom('message_optOut')
    .select('id')
    .where('channel', '=', channel)
    .where('address', '=', address)
    .where('sender', '=', sender)
    .executeTakeFirst()
  return { channel, address, userId: String(receipt.userId), organisationId, sender, optOutId: optOut?.id ?? null }
}
