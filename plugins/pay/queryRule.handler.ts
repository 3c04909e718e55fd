/** What a sign-up would cost at a moment. Reads only; organisers of the competition may ask before it is published. */
import { defineHandler, type HandlerContext } from '../../runtime/core/contracts.ts'
import type { LocalText } from '../../runtime/core/documents.ts'
import { objectsWith } from '../../runtime/core/permissions.ts'
import { CURRENCY } from './prices/currency.ts'
import { formChoices } from './prices/formChoices.ts'
import { type Price, priceOf } from './prices/priceOf.ts'
import { paySetting, readRules } from './prices/readRules.ts'
import { usableCode } from './prices/usableCode.ts'

export default defineHandler('pay.queryRule', async (input, context) => {
  const { competitionId, eventId, contestants = 1, instructors = 0, code, school = null, invited = false, choices = [] } = input
  await assertSeen(competitionId, context)
  const setting = await paySetting(competitionId, context)
  const rules = await readRules({ competitionId, eventId }, setting, context)
  const at = input.at ?? context.now.toISOString()
  const discount = code ? await usableCode({ competitionId, code, school }, { ...context, now: new Date(at) }) : null
  const price = priceOf(rules, { eventId, contestants, instructors, invited, choices }, at, discount)
  return {
    enabled: setting?.enabled ?? false,
    currency: CURRENCY,
    at,
    holdHours: setting?.holdHours ?? 0,
    total: price.total,
    positions: await labelled(price, competitionId, context),
  }
})

async function labelled({ positions }: Price, competitionId: string, context: HandlerContext) {
  const { lang } = context
  if (positions.every(({ choice }) => choice === undefined)) return positions.map((item) => ({ ...item, label: null }))
  const { formId } = await context.rows.get('competition.competition', competitionId)
  const labels: Map<string, LocalText> = formId === null ? new Map() : await formChoices({ id: formId }, context)
  return positions.map(({ choice, ...item }) => ({ ...item, label: choice === undefined ? null : (labels.get(choice)?.[lang] ?? choice) }))
}

async function assertSeen(id: string, { db, session, fail }: HandlerContext): Promise<void> {
  const row = await db
    .selectFrom('competition_competition')
    .select(['organisationId', 'published'])
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
  const holds = (scope: string, object: string) => objectsWith(session, 'setPay', scope)?.includes(object) ?? true
  if (!row || !(row.published || holds('competition', id) || holds('organisation', row.organisationId)))
    fail('NOT_FOUND', { entity: 'competition.competition', id })
}
