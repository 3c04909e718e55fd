/** The people of a sending as rows: each once, reached or skipped with the reason. */
import { randomBytes } from 'node:crypto'
import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import type { BulkChannel, Sender } from './bulkMessage.ts'
import type { BulkPerson } from './bulkReach.ts'

const CHUNK = 1_000
/** How long a message counts towards the quota. */
const COUNTS_MS = 30 * 86_400_000
/** 12 characters: short enough for a text message, too many to guess. */
const KEY_BYTES = 9

interface Of {
  id: string
  channel: BulkChannel
  sender: Sender
}

export async function addReceipts(people: readonly BulkPerson[], of: Of, { rows, now }: HandlerContext): Promise<void> {
  const countsUntil = new Date(now.getTime() + COUNTS_MS).toISOString()
  for (let at = 0; at < people.length; at += CHUNK)
    await rows.createAll(
      'message.receipt',
      people.slice(at, at + CHUNK).map((person) => ({ ...receipt(person, of), countsUntil })),
    )
}

function receipt({ userId, address, reason, units }: BulkPerson, { id, channel, sender }: Of) {
  const state = reason === null ? ('waiting' as const) : ('skipped' as const)
  const key = address === null ? null : randomBytes(KEY_BYTES).toString('base64url')
  return { taskId: id, userId, channel, ...sender, state, address, reason, units, key }
}
