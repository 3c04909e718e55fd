/** The package of an organisation: the present and the next one, what is to be paid, and what is in use against the limits. */
import { defineHandler, type HandlerContext } from '../../runtime/core/contracts.ts'
import type { LocalText } from '../../runtime/core/documents.ts'
import { creditOf } from './terms/creditOf.ts'
import { activeTerms, type Term } from './terms/term.ts'

/** Above every level. */
const ANY_UPGRADE = 100

export default defineHandler('package.standing', async ({ organisationId }, context) => {
  const { now, lang } = context
  const organisation = await context.rows.get('organisation.organisation', organisationId)
  const words = (text: LocalText) => text[lang] || text.zh
  const terms = await activeTerms(organisationId, context)
  const moment = now.toISOString()
  const present = terms.find((term) => term.startsAt! <= moment && term.endsAt! > moment) ?? terms.find((term) => term.endsAt! <= moment)
  const next = terms.find((term) => term.startsAt! > moment)
  const open = await openOrder(organisationId, context)
  const features = await context.rows.features('organisation', organisationId)
  return {
    organisationId,
    name: words(organisation.name as LocalText),
    state: stateOf(present, moment, await hadOne(organisationId, context)),
    termName: present ? words(present.name) : null,
    startsAt: present?.startsAt ?? null,
    endsAt: present?.endsAt ?? null,
    graceEndsAt: present?.graceEndsAt ?? null,
    nextName: next ? words(next.name) : null,
    nextStartsAt: next?.startsAt ?? null,
    orderId: open?.id ?? null,
    orderUntil: open?.expiresAt ?? null,
    rank: present && present.graceEndsAt! > moment ? present.rank : 0,
    credit: creditOf(terms, ANY_UPGRADE, now),
    features: features.map(({ feature, limit, used, included }) => ({ feature, limit, used, included })),
  }
})

function stateOf(present: Term | undefined, now: string, had: boolean): 'none' | 'active' | 'grace' | 'ended' {
  if (present && present.endsAt! > now) return 'active'
  if (present && present.graceEndsAt! > now) return 'grace'
  return present || had ? 'ended' : 'none'
}

async function hadOne(organisationId: string, { db }: HandlerContext): Promise<boolean> {
  const ended = db.selectFrom('package_term').select('id').where('organisationId', '=', organisationId).where('state', '=', 'ended')
  return (await ended.executeTakeFirst()) !== undefined
}

function openOrder(organisationId: string, { db }: HandlerContext) {
  return db
    .selectFrom('pay_order as o')
    .innerJoin('package_term as t', 't.id', 'o.termId')
    .select(['o.id', 'o.expiresAt'])
    .where('t.open', '=', organisationId)
    .executeTakeFirst()
}
