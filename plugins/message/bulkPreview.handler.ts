/** Preview of a message to many: for each channel numbers and exclusions with their reasons, and what the first people read in both languages. */
import { defineHandler, type HandlerContext } from '../../runtime/core/contracts.ts'
import { assertSender, type BulkChannel, type BulkInput, bulkSample, bulkWords, channelsOf, type Sender } from './bulk/bulkMessage.ts'
import { bulkQuota } from './bulk/bulkQuota.ts'
import { type BulkPerson, bulkReach } from './bulk/bulkReach.ts'
import { findReceivers } from './receivers.ts'

const SAMPLES = 3
/** Excluded people by name. */
const NAMED = 100

export default defineHandler('message.bulkPreview', async (input, context) => {
  const sender = await assertSender(input, context)
  const { people, unknown } = await findReceivers(input, context)
  const quota = await bulkQuota(sender.organisationId, context)
  const reached = new Set<string>()
  const channels = []
  for (const channel of channelsOf(input, context)) {
    const words = await bulkWords(input, channel, sender, context)
    const found = await bulkReach(people, { channel, sender, words }, context)
    for (const { userId, reason } of found) if (reason === null) reached.add(userId)
    channels.push({ channel, ...numbers(found, quota[channel].left), cost: costOf(channel, found, context) })
  }
  return {
    found: people.length,
    total: reached.size,
    unknown,
    channels,
    samples: await samples(input, sender, people, context),
    fits: channels.every(({ fits }) => fits),
  }
})

/** In hundredths; null when it costs nothing, or no one said what. */
function costOf(channel: BulkChannel, people: readonly BulkPerson[], { documents }: HandlerContext): number | null {
  const { textThousand } = documents.settings('message.costs')
  if (channel !== 'sms' || textThousand === 0) return null
  return Math.ceil((people.reduce((sum, { units }) => sum + units, 0) * textThousand) / 10)
}

function numbers(people: readonly BulkPerson[], left: number | null) {
  const excluded = people.filter(({ reason }) => reason !== null)
  const counts = new Map<string, number>()
  for (const { reason } of excluded) counts.set(reason!, (counts.get(reason!) ?? 0) + 1)
  const units = people.reduce((sum, person) => sum + person.units, 0)
  return {
    total: people.length - excluded.length,
    excluded: excluded.length,
    reasons: [...counts].map(([reason, count]) => ({ reason, count })),
    people: excluded.slice(0, NAMED).map(({ name, reason }) => ({ name, reason: reason! })),
    units,
    left,
    fits: left === null || units <= left,
  }
}

/** Mail and messages on the platform read alike: one of them stands for both. */
async function samples(input: BulkInput, sender: Sender, people: readonly { name: string }[], context: HandlerContext) {
  const chosen = channelsOf(input, context)
  const shown: BulkChannel[] = chosen.filter((channel) => channel !== 'message' || !chosen.includes('mail'))
  const named = people.length > 0 ? people.slice(0, SAMPLES) : [{ name: context.session.name ?? '' }]
  const made = []
  for (const channel of shown) {
    const words = await bulkWords(input, channel, sender, context)
    made.push(...named.map(({ name }) => bulkSample(channel, words, name, context)))
  }
  return made
}
