/** Preview of a bulk message: numbers, exclusions with their reasons, and what the first people read in both languages. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { assertSender, bulkSample, bulkWords } from './bulk/bulkMessage.ts'
import { bulkQuota } from './bulk/bulkQuota.ts'
import { bulkReach } from './bulk/bulkReach.ts'

const SAMPLES = 3
/** Excluded people by name. */
const NAMED = 100

export default defineHandler('message.bulkPreview', async (input, context) => {
  const sender = await assertSender(input, context)
  const words = await bulkWords(input, sender, context)
  const { people, unknown } = await bulkReach(input, sender, words, context)
  const reached = people.filter(({ reason }) => reason === null)
  const excluded = people.filter(({ reason }) => reason !== null)
  const counts = new Map<string, number>()
  for (const { reason } of excluded) counts.set(reason!, (counts.get(reason!) ?? 0) + 1)
  const units = reached.reduce((sum, person) => sum + person.units, 0)
  const { left } = (await bulkQuota(sender.organisationId, context))[input.channel]
  const sampled = reached.length > 0 ? reached.slice(0, SAMPLES) : [{ name: context.session.name ?? '' }]
  return {
    total: reached.length,
    excluded: excluded.length,
    unknown,
    reasons: [...counts].map(([reason, count]) => ({ reason, count })),
    people: excluded.slice(0, NAMED).map(({ name, reason }) => ({ name, reason: reason! })),
    samples: sampled.map(({ name }) => bulkSample(input.channel, words, name, context)),
    units,
    left,
    fits: left === null || units <= left,
  }
})
