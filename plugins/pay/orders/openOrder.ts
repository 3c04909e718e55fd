/** Makes the order of a registration: the price of this moment, frozen into positions. The caller holds the lock of the registration. */
import { randomInt } from 'node:crypto'
import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import type { LocalText } from '../../../runtime/core/documents.ts'
import { signupStatus, teamMemberMode } from '../../generated/enums.ts'
import type { Row } from '../../generated/tables.ts'
import { type Party, type Price, priceOf } from '../prices/priceOf.ts'
import { type PaySetting, readRules } from '../prices/readRules.ts'
import { type DiscountCode, usableCode } from '../prices/usableCode.ts'
import { type Order, readOrder, settleStanding } from './order.ts'
import { timeText, titleWords } from './words.ts'

export type Registration = Row<'signup_registration'>

const HOUR_MS = 3_600_000
const DIGITS = 1_000_000

/** Statuses in which a registration holds a place. */
export const PLACED: readonly number[] = [
  signupStatus.underReview,
  signupStatus.sentBack,
  signupStatus.registered,
  signupStatus.teamUnderReview,
]

export interface OrderWish {
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
  { code, holdsPlace, expiresAt }: OrderWish,
  context: HandlerContext,
): Promise<Order | null> {
  const { competitionId, eventId } = registration
  const [rules, about] = [await readRules({ competitionId, eventId }, setting, context), await aboutOf(registration, context)]
  const discount = code ? await takeCode({ competitionId, code, school: registration.school }, context) : null
  const price = priceOf(rules, partyOf(registration, about), context.now.toISOString(), discount)
  if (price.total === 0 && discount === null) return null
  const id = await context.add('pay.order', {
    number: orderNumber(context.now),
    competitionId,
    organisationId: registration.organisationId,
    eventId,
    registrationId: registration.id,
    userId: registration.userId,
    payer: registration.displayName,
    title: { zh: `${about.competition.zh} · ${about.event.zh}`, en: `${english(about.competition)} · ${english(about.event)}` },
    seat: registration.id,
    total: price.total,
    codeId: discount?.id ?? null,
    holdsPlace,
    expiresAt: expiresAt ?? new Date(context.now.getTime() + setting.holdHours * HOUR_MS).toISOString(),
  })
  await addPositions(id, price, context)
  if (price.total === 0) await context.transition('pay.life', 'pay', id)
  await settleStanding(registration.id, context)
  const order = await readOrder(id, context)
  if (price.total > 0) await context.send('pay.created', { userId: order.userId }, wordsOf(order, context))
  return order
}

/** Variables of the messages about an order that is to be paid. */
export function wordsOf(order: Order, context: HandlerContext): Record<string, string | number> {
  return {
    ...titleWords(order),
    amount: Number(order.total),
    until: timeText(order.expiresAt, context),
    address: `${context.site}/pay/${order.id}`,
  }
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
  if (isTeam && about.memberMode === teamMemberMode.accounts)
    return { eventId, contestants: Math.max(1, memberCount), instructors: adviserCount, invited }
  const answers = registration.answers as Record<string, unknown>
  const rows = (field: string | null) => (field !== null && Array.isArray(answers[field]) ? answers[field].length : 0)
  return { eventId, contestants: 1 + rows(about.membersField), instructors: rows(about.instructorsField), invited }
}

// one guarded statement: the last use cannot go to two
async function takeCode(
  wish: { competitionId: string; code: string; school: string | null },
  context: HandlerContext,
): Promise<DiscountCode> {
  const code = await usableCode(wish, context)
  const taken = await context.db
    .updateTable('pay_code')
    .set((expression) => ({ used: expression('used', '+', 1) }))
    .where('id', '=', code.id)
    .where((expression) => expression('used', '<', expression.ref('uses')))
    .returning('id')
    .executeTakeFirst()
  return taken ? code : context.fail('PAY_CODE_USED')
}

async function addPositions(orderId: string, { positions }: Price, context: HandlerContext): Promise<void> {
  for (const position of positions) await context.add('pay.position', { orderId, ...position })
}

function orderNumber(now: Date): string {
  const day = now.toISOString().slice(0, 10).replaceAll('-', '')
  const digits = () => String(randomInt(DIGITS)).padStart(6, '0')
  return `${day}${digits()}${digits()}`
}

const english = ({ zh, en }: LocalText): string => en || zh
