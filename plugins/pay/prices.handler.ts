/** What events cost now, by the same rules as orders. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { feeFor, type PriceRules } from './prices/priceOf.ts'
import { paySetting, readRules } from './prices/readRules.ts'

export default defineHandler('pay.prices', async ({ competitionId }, context) => {
  const setting = await paySetting(competitionId, context)
  const events = await context.db
    .selectFrom('competition_event')
    .select('id')
    .where('competitionId', '=', competitionId)
    .where('removedAt', 'is', null)
    .orderBy('position')
    .orderBy('id')
    .execute()
  const list = []
  for (const { id: eventId } of events) {
    const rules = await readRules({ competitionId, eventId }, setting, context)
    list.push({ eventId, ...pricesAt(rules, eventId, context.now.toISOString()) })
  }
  return { charged: setting?.enabled ?? false, list }
})

function pricesAt(rules: PriceRules, eventId: string, now: string) {
  const registration = (at: string) => feeFor(rules.fees, 'registration', eventId, at) ?? rules.base
  const unit = (name: 'contestant' | 'instructor') => feeFor(rules.fees, name, eventId, now) ?? 0
  const today = registration(now)
  const until = turns(rules, now).find((moment) => registration(moment) !== today) ?? null
  return {
    ...{ registration: today, contestant: unit('contestant'), instructor: unit('instructor') },
    ...{ until, next: until === null ? null : registration(until) },
  }
}

/** Times to come at which a rule begins or ends, in order. */
function turns({ fees }: PriceRules, now: string): string[] {
  const instants = fees.flatMap(({ startsAt, endsAt }) => [startsAt, endsAt]).flatMap((at) => (at === null ? [] : [Date.parse(at)]))
  return instants
    .filter((moment) => moment > Date.parse(now))
    .sort((one, other) => one - other)
    .map((moment) => new Date(moment).toISOString())
}
