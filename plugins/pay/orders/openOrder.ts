/** Makes the order of a registration: the price of this moment, frozen into positions. The caller holds the lock of the registration. */
import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import type { LocalText } from '../../../runtime/core/documents.ts'
import { teamMemberMode } from '../../generated/enums.ts'
import { chosenIn, formChoices } from '../prices/formChoices.ts'
import { type Party, type PriceItem, priceOf } from '../prices/priceOf.ts'
import { type PaySetting, readRules } from '../prices/readRules.ts'
import { type DiscountCode, usableCode } from '../prices/usableCode.ts'
import { createOrder, type NamedItem } from './createOrder.ts'
import type { Order } from './order.ts'
import type { Registration } from './registration.ts'

const HOUR_MS = 3_600_000

export interface OrderRequest {
  code?: string | undefined
  /** Of sign-up: the place goes when the order is not paid in time. */
  holdsPlace: boolean
  /** Instead of the hours of the setting. */
  expiresAt?: string
}

/** Null where nothing has to be paid. @throws PAY_CODE_UNKNOWN, PAY_CODE_EXPIRED, PAY_CODE_SCHOOL, PAY_CODE_USED */
export async function openOrder(
  registration: Registration,
  setting: PaySetting,
  { code, holdsPlace, expiresAt }: OrderRequest,
  context: HandlerContext,
): Promise<Order | null> {
  const { competitionId, eventId } = registration
  const [rules, about] = [await readRules({ competitionId, eventId }, setting, context), await aboutOf(registration, context)]
  const discount = code ? await takeCode({ competitionId, code, school: registration.school }, context) : null
  const price = priceOf(rules, partyOf(registration, about), context.now.toISOString(), discount)
  const positions = await named(price.positions, registration, context)
  if (price.total === 0 && discount === null) return null
  const values = {
    competitionId,
    organisationId: registration.organisationId,
    eventId,
    registrationId: registration.id,
    userId: registration.userId,
    payer: registration.displayName,
    title: { zh: `${about.competition.zh} · ${about.event.zh}`, en: `${english(about.competition)} · ${english(about.event)}` },
    seat: registration.id,
    codeId: discount?.id ?? null,
    holdsPlace,
    expiresAt: expiresAt ?? new Date(context.now.getTime() + setting.holdHours * HOUR_MS).toISOString(),
  }
  return createOrder(values, { ...price, positions }, context)
}

/** What a registration is charged at a moment, before codes. */
export async function chargeOf(registration: Registration, setting: PaySetting, at: string, context: HandlerContext): Promise<number> {
  const { competitionId, eventId } = registration
  const rules = await readRules({ competitionId, eventId }, setting, context)
  return priceOf(rules, partyOf(registration, await aboutOf(registration, context)), at).total
}

/** With what the form calls the options that were chosen. */
async function named(items: readonly PriceItem[], { formHash }: Registration, context: HandlerContext): Promise<NamedItem[]> {
  if (items.every(({ choice }) => choice === undefined)) return [...items]
  const labels = await formChoices({ hash: formHash }, context)
  return items.map(({ choice, ...item }) =>
    choice === undefined ? item : { ...item, label: labels.get(choice) ?? { zh: choice, en: choice } },
  )
}

interface About {
  competition: LocalText
  event: LocalText
  memberMode: string
  membersField: string | null
  instructorsField: string | null
  visibility: string
}

async function aboutOf({ competitionId, eventId }: Registration, { db }: HandlerContext): Promise<About> {
  const row = await db
    .selectFrom('competition_event as e')
    .innerJoin('competition_competition as c', 'c.id', 'e.competitionId')
    .select(['c.title as competition', 'e.title as event', 'c.memberMode', 'c.membersField', 'c.instructorsField', 'c.visibility'])
    .where('e.id', '=', eventId)
    .where('c.id', '=', competitionId)
    .executeTakeFirstOrThrow()
  return row as About
}

/** Number of participants: the members of a team; otherwise the person, and the people whom the form names. */
export function partyOf(registration: Registration, about: About): Party {
  const { eventId, isTeam, memberCount, adviserCount } = registration
  const invited = about.visibility === 'invite'
  const answers = registration.answers as Record<string, unknown>
  const choices = chosenIn(answers)
  if (isTeam && about.memberMode === teamMemberMode.accounts)
    return { eventId, contestants: Math.max(1, memberCount), instructors: adviserCount, invited, choices }
  const rows = (field: string | null) => (field !== null && Array.isArray(answers[field]) ? answers[field].length : 0)
  return { eventId, contestants: 1 + rows(about.membersField), instructors: rows(about.instructorsField), invited, choices }
}

async function takeCode(
  request: { competitionId: string; code: string; school: string | null },
  context: HandlerContext,
): Promise<DiscountCode> {
  const code = await usableCode(request, context)
  const taken = await context.rows.count('pay.code', { id: code.id }, { used: 1 }, { used: 'uses' })
  return taken ? code : context.fail('PAY_CODE_USED')
}

const english = ({ zh, en }: LocalText): string => en || zh
