/** Takes a bulk message down with everyone it is for, and queues it. The receivers are found now: people who come later are not meant. */
import { randomBytes } from 'node:crypto'
import { defineHandler, type HandlerContext } from '../../runtime/core/contracts.ts'
import { assertSender, bulkWords, type Sender, TEMPLATES } from './bulk/bulkMessage.ts'
import { type BulkPerson, bulkReach } from './bulk/bulkReach.ts'

const CHUNK = 1_000
const SUBJECT = 60
/** How long a message counts towards the quota. */
const COUNTS_MS = 30 * 86_400_000
/** 12 characters: short enough for a text message, too many to guess. */
const KEY_BYTES = 9

export default defineHandler('message.bulkSend', async (input, context) => {
  const sender = await assertSender(input, context)
  const words = await bulkWords(input, sender, context)
  const { people } = await bulkReach(input, sender, words, context)
  const total = people.filter(({ reason }) => reason === null).length
  if (total === 0) return context.fail('NOBODY_TO_SEND')
  const { channel, audience, eventId, statuses, roles, accounts, expertGroups } = input
  const subject = { zh: words.subjectZh || words.textZh.slice(0, SUBJECT), en: words.subjectEn || words.textEn.slice(0, SUBJECT) }
  const id = await context.rows.create('message.task', {
    channel,
    template: TEMPLATES[channel],
    subject,
    text: { zh: words.textZh, en: words.textEn },
    variables: words,
    audience,
    filter: { eventId, statuses, roles, accounts, expertGroups },
    ...sender,
    total,
    senderId: context.session.userId,
    steppedAt: context.now.toISOString(),
  })
  for (let at = 0; at < people.length; at += CHUNK) {
    const rows = people.slice(at, at + CHUNK).map((person) => receipt(person, { id, channel, sender }, context))
    await context.rows.createAll('message.receipt', rows)
  }
  await context.jobs.enqueue('message.bulkDeliver', { taskId: id })
  return { id, total }
})

function receipt(
  { userId, address, reason, units }: BulkPerson,
  { id, channel, sender }: { id: string; channel: 'mail' | 'sms'; sender: Sender },
  { now }: HandlerContext,
) {
  const state = reason === null ? ('waiting' as const) : ('skipped' as const)
  const key = reason === null ? randomBytes(KEY_BYTES).toString('base64url') : null
  const countsUntil = new Date(now.getTime() + COUNTS_MS).toISOString()
  return { taskId: id, userId, channel, ...sender, state, address, reason, units, key, countsUntil }
}
