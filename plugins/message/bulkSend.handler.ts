/** Takes a message to many down with everyone it is for, one sending for each channel, and queues it. Of a later time the people are found again then. */
import { defineHandler, type HandlerContext } from '../../runtime/core/contracts.ts'
import { plainText } from '../../runtime/core/richText/plainText.ts'
import { platformZone } from '../../runtime/core/values/platformZone.ts'
import {
  assertSender,
  type BulkChannel,
  type BulkInput,
  type BulkWords,
  bulkWords,
  channelsOf,
  type Sender,
  TEMPLATES,
} from './bulk/bulkMessage.ts'
import { bulkReach } from './bulk/bulkReach.ts'
import { momentIn } from './bulk/momentIn.ts'
import { addReceipts } from './bulk/receipts.ts'
import { findReceivers } from './receivers.ts'

const SUBJECT = 60
const MS_PER_SECOND = 1_000

export default defineHandler('message.bulkSend', async (input, context) => {
  const sender = await assertSender(input, context)
  const { people } = await findReceivers(input, context)
  const sendAt = sendingTime(input, context)
  const sent = []
  for (const channel of channelsOf(input, context)) {
    const words = await bulkWords(input, channel, sender, context)
    const found = await bulkReach(people, { channel, sender, words }, context)
    const total = found.filter(({ reason }) => reason === null).length
    if (total === 0) continue
    const id = await context.rows.create('message.task', task(input, { channel, words, sender, total, sendAt }, context))
    await addReceipts(found, { id, channel, sender }, context)
    await begin(id, sendAt, context)
    sent.push({ id, total })
  }
  if (sent.length === 0) return context.fail('NOBODY_TO_SEND')
  return { id: sent[0]!.id, total: Math.max(...sent.map(({ total }) => total)), ids: sent.map(({ id }) => id) }
})

interface Times {
  sendAt?: string
  sendOn?: string
  sendTime?: string
  zone?: string
}

interface Made {
  channel: BulkChannel
  words: BulkWords
  sender: Sender
  total: number
  sendAt: string | undefined
}

/** Undefined: now. @throws ZONE_UNKNOWN, AUDIENCE_NEEDED */
function sendingTime({ sendAt, sendOn, sendTime, zone = platformZone() }: Times, { fail }: HandlerContext): string | undefined {
  if (sendOn === undefined) return sendAt
  if (sendTime === undefined) return fail('AUDIENCE_NEEDED', { field: 'sendTime' })
  if (!Intl.supportedValuesOf('timeZone').includes(zone)) return fail('ZONE_UNKNOWN', { zone })
  return momentIn(zone, sendOn, sendTime).toISOString()
}

function task(input: BulkInput & { perMinute?: number }, { channel, words, sender, total, sendAt }: Made, context: HandlerContext) {
  const { audience, eventId, statuses, payStates, school, withoutWork, roles, accounts, expertGroups, selectionId } = input
  const plain = words.formatted ? plainText : String
  const text = { zh: plain(words.textZh), en: plain(words.textEn) }
  return {
    channel,
    template: TEMPLATES[channel],
    subject: { zh: words.subjectZh || text.zh.slice(0, SUBJECT), en: words.subjectEn || text.en.slice(0, SUBJECT) },
    text,
    variables: words,
    audience,
    filter: { eventId, statuses, payStates, school, withoutWork, roles, accounts, expertGroups, selectionId },
    ...sender,
    state: sendAt === undefined ? ('sending' as const) : ('scheduled' as const),
    sendAt: sendAt ?? null,
    perMinute: input.perMinute ?? null,
    total,
    senderId: context.session.userId,
    steppedAt: context.now.toISOString(),
  }
}

async function begin(taskId: string, sendAt: string | undefined, { jobs, now }: HandlerContext): Promise<void> {
  if (sendAt === undefined) return void (await jobs.enqueue('message.bulkDeliver', { taskId }))
  const inSeconds = Math.max(0, Math.ceil((new Date(sendAt).getTime() - now.getTime()) / MS_PER_SECOND))
  await jobs.enqueue('message.bulkBegin', { taskId }, { inSeconds })
}
