/** What a registration costs at a moment. Pure: rules and party in, items out. All amounts are whole fen (CNY minor units). */
import type { PayLine, PayUnit } from '../../generated/enums.ts'

export interface Fee {
  id: string
  /** Null: every event. */
  eventId: string | null
  unit: PayUnit
  /** question/option, of the unit choice. */
  choice?: string | null
  amount: number
  /** ISO 8601; null: no bound. The end is not included. */
  startsAt: string | null
  endsAt: string | null
}
export interface PriceRules {
  /** Fee of the event, for a registration where no rule of that unit counts. */
  base: number
  fees: readonly Fee[]
  /** Number of contestants from which `groupPercent` is deducted; null: never. */
  groupFrom: number | null
  groupPercent: number | null
  freeForInvited: boolean
}
export interface Party {
  eventId: string
  contestants: number
  instructors: number
  /** Signed up with an invite code. */
  invited: boolean
  /** question/option of each option that was chosen. */
  choices?: readonly string[]
}
/** Exactly one of the two is a number. */
export interface Discount {
  percent: number | null
  amount: number | null
}
export interface PriceItem {
  line: PayLine
  quantity: number
  /** Price of one; negative for a discount. */
  price: number
  amount: number
  /** What was chosen, of the line choice. */
  choice?: string
}
export interface Price {
  positions: PriceItem[]
  /** Sum of the amounts; never below zero. */
  total: number
}

const WHOLE = 100

/** Items in the order in which they are charged: fees, then what is taken off. A part is rounded down to a whole fen, so a discount is never more than it says. */
export function priceOf(rules: PriceRules, party: Party, at: string, discount: Discount | null = null): Price {
  const charged = [
    item('registration', 1, feeFor(rules.fees, 'registration', party.eventId, at) ?? rules.base),
    item('contestant', party.contestants, feeFor(rules.fees, 'contestant', party.eventId, at) ?? 0),
    item('instructor', party.instructors, feeFor(rules.fees, 'instructor', party.eventId, at) ?? 0),
    ...choiceItems(rules, party, at),
  ].filter(({ amount }) => amount > 0)
  const sum = sumOf(charged)
  if (rules.freeForInvited && party.invited) return withOff(charged, [['invited', sum]])
  const group = isGroup(rules, party) ? part(sum, rules.groupPercent!) : 0
  const rest = sum - group
  const code = discount === null ? 0 : Math.min(rest, discount.amount ?? part(rest, discount.percent ?? 0))
  return withOff(charged, [
    ['group', group],
    ['code', code],
  ])
}

/** The amount of the rule that counts; null when none fits. The order of the comparison is the rule: event before all events, dated before undated, the
 *  first to end, the last to begin, the oldest. */
export function feeFor(fees: readonly Fee[], unit: PayUnit, eventId: string, at: string): number | null {
  const moment = Date.parse(at)
  const fits = fees.filter(
    (fee) =>
      fee.unit === unit &&
      (fee.eventId === null || fee.eventId === eventId) &&
      (fee.startsAt === null || Date.parse(fee.startsAt) <= moment) &&
      (fee.endsAt === null || moment < Date.parse(fee.endsAt)),
  )
  return fits.toSorted(byPrecedence)[0]?.amount ?? null
}

/** In the order in which the choices first have a rule. */
function choiceItems({ fees }: PriceRules, { eventId, choices = [] }: Party, at: string): PriceItem[] {
  const priced = new Set(fees.toSorted((one, other) => Number(BigInt(one.id) - BigInt(other.id))).map(({ choice }) => choice ?? ''))
  return [...priced]
    .filter((choice) => choices.includes(choice))
    .map((choice) => {
      const own = fees.filter((fee) => fee.choice === choice)
      return { ...item('choice', 1, feeFor(own, 'choice', eventId, at) ?? 0), choice }
    })
}

function byPrecedence(one: Fee, other: Fee): number {
  return (
    Number(one.eventId === null) - Number(other.eventId === null) ||
    Number(isUndated(one)) - Number(isUndated(other)) ||
    compare(endOf(one), endOf(other)) ||
    compare(startOf(other), startOf(one)) ||
    Number(BigInt(one.id) - BigInt(other.id))
  )
}

const isUndated = ({ startsAt, endsAt }: Fee): boolean => startsAt === null && endsAt === null
const endOf = ({ endsAt }: Fee): number => (endsAt === null ? Number.MAX_VALUE : Date.parse(endsAt))
const startOf = ({ startsAt }: Fee): number => (startsAt === null ? -Number.MAX_VALUE : Date.parse(startsAt))
const compare = (one: number, other: number): number => Number(one > other) - Number(one < other)

function isGroup({ groupFrom, groupPercent }: PriceRules, { contestants }: Party): boolean {
  return groupFrom !== null && groupPercent !== null && contestants >= groupFrom
}

function part(amount: number, percent: number): number {
  return Math.floor((amount * percent) / WHOLE)
}

function item(line: PayLine, quantity: number, price: number): PriceItem {
  return { line, quantity, price, amount: quantity * price }
}

function withOff(charged: PriceItem[], off: [PayLine, number][]): Price {
  const positions = [...charged, ...off.filter(([, amount]) => amount > 0).map(([line, amount]) => item(line, 1, -amount))]
  return { positions, total: sumOf(positions) }
}

function sumOf(items: readonly PriceItem[]): number {
  return items.reduce((sum, { amount }) => sum + amount, 0)
}
