/** Every hour: tells organisations in time that their package expires, and that it has; and ends packages whose grace period is over. A package that is
 *  renewed already is not mentioned. Ending changes no data but the status: allowances count by their own dates. */
import { defineHandler, type HandlerContext } from '../../runtime/core/contracts.ts'
import { staffOf } from './terms/staffOf.ts'
import { activeTerms, DAY_MS, type Term } from './terms/term.ts'
import { termWords } from './terms/termWords.ts'

const BATCH = 200
/** Days before the end at which people are notified, the nearest first; 0: at the end. */
const NOTICE_DAYS = [0, 1, 7, 30]

export default defineHandler('package.handleExpiry', async (_input, context) => {
  const { db, now } = context
  const inDays = (days: number) => new Date(now.getTime() + days * DAY_MS).toISOString()
  const terms = (await db
    .selectFrom('package_term')
    .selectAll()
    .where('state', '=', 'active')
    .where('endsAt', '<=', inDays(NOTICE_DAYS.at(-1)!))
    .where((is) =>
      is.or([
        is('toldDays', 'is', null),
        ...NOTICE_DAYS.map((days) => is.and([is('endsAt', '<=', inDays(days)), is('toldDays', '>', days)])),
        is('graceEndsAt', '<=', now.toISOString()),
      ]),
    )
    .orderBy('endsAt')
    .limit(BATCH)
    .forUpdate()
    .skipLocked()
    .execute()) as Term[]
  let notified = 0
  for (const term of terms) {
    if (await tell(term, context)) notified += 1
    if (term.graceEndsAt! <= now.toISOString()) await context.rows.transition('package.life', 'end', term.id)
  }
  return { told: notified }
})

async function tell(term: Term, context: HandlerContext): Promise<boolean> {
  const { now } = context
  const left = Date.parse(term.endsAt!) - now.getTime()
  const days = NOTICE_DAYS.find((each) => left <= each * DAY_MS)
  if (days === undefined || (term.toldDays !== null && term.toldDays <= days)) return false
  await context.rows.save('package.term', term, { toldDays: days })
  const follows = (await activeTerms(term.organisationId, context)).some(({ endsAt }) => endsAt! > term.endsAt!)
  if (follows) return false
  const { names, endsAt, graceEndsAt, address } = await termWords(term, context)
  const template = days === 0 ? 'package.expired' : 'package.expiring'
  const words = days === 0 ? { ...names, graceEndsAt, address } : { ...names, endsAt, days: Math.ceil(left / DAY_MS), address }
  for (const userId of await staffOf(term.organisationId, context)) {
    await context.messages.send(template, { userId }, words)
    const { email } = await context.rows.get('account.user', userId)
    if (email) await context.messages.send(`${template}Mail`, { userId }, words)
  }
  return true
}
