/** Starts a term that was paid or granted, and grants its contents.
 *
 *  nothing active, or only past its grace period -> now
 *  an active term of the same or a higher level   -> when that one ends
 *  only active terms of a lower level             -> now, and they end: an upgrade
 *
 *  A term that had started before (its refund failed) gets its own time back. The caller holds the lock of the organisation.
 */
import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import { endTerm } from './endTerm.ts'
import { staffOf } from './staffOf.ts'
import { activeTerms, type Content, DAY_MS, type Term } from './term.ts'
import { termWords } from './termWords.ts'

export async function startTerm(term: Term, context: HandlerContext): Promise<{ startsAt: string; endsAt: string }> {
  const period = term.startsAt === null ? await newPeriod(term, context) : (term as Period)
  const { startsAt, endsAt, graceEndsAt } = period
  await context.rows.transition('package.life', 'start', term.id, { startsAt, endsAt, graceEndsAt })
  const of = { termId: term.id, organisationId: term.organisationId, startsAt, endsAt: graceEndsAt }
  const contents = term.contents as Content[]
  await context.rows.createAll(
    'package.allowance',
    contents.map(({ feature, amount }) => ({ ...of, feature, amount })),
  )
  const words = await termWords({ ...term, ...period }, context)
  for (const userId of await staffOf(term.organisationId, context))
    await context.messages.send('package.started', { userId }, { ...words.names, endsAt: words.endsAt, address: words.address })
  return { startsAt, endsAt }
}

interface Period {
  startsAt: string
  endsAt: string
  graceEndsAt: string
}

async function newPeriod({ organisationId, rank, months }: Term, context: HandlerContext): Promise<Period> {
  const now = context.now.toISOString()
  const running = (await activeTerms(organisationId, context)).filter(({ graceEndsAt }) => graceEndsAt! > now)
  const lower = running.filter((each) => each.rank < rank)
  const last = running.filter((each) => each.rank >= rank).at(-1)
  for (const each of last ? [] : lower) await endTerm(each, 'replace', context)
  const startsAt = last ? last.endsAt! : now
  const endsAt = monthsLater(startsAt, months)
  const grace = context.documents.settings('package.terms').graceDays * DAY_MS
  return { startsAt, endsAt, graceEndsAt: new Date(Date.parse(endsAt) + grace).toISOString() }
}

/** The same day of a later month, or its last day: 31 January and one month is 28 February. */
export function monthsLater(at: string, months: number): string {
  const date = new Date(at)
  const day = date.getUTCDate()
  date.setUTCDate(1)
  date.setUTCMonth(date.getUTCMonth() + months)
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
  date.setUTCDate(Math.min(day, lastDay))
  return date.toISOString()
}
