/** Whether rounds of one competition keep the rule that a work is open in one round at a time. Pure: `rounds` are all rounds of the competition that are not
 *  removed. A round takes its works until its grace period is over, or until it is frozen before. */
import type { LocalText } from '../../runtime/core/documents.ts'
import { MS_PER_MINUTE } from '../../runtime/core/time.ts'

export interface RoundWindow {
  id: string
  title: LocalText
  opensAt: string
  closesAt: string
  graceMinutes: number
  /** Null: not frozen. */
  frozenAt: string | null
  /** Null: all events. */
  eventIds: readonly string[] | null
  takes: 'all' | 'label' | 'top'
  label: string | null
  fromRoundId: string | null
}

/** Moment in milliseconds after which no review of the round counts. */
export function endOf({ closesAt, graceMinutes }: Pick<RoundWindow, 'closesAt' | 'graceMinutes'>): number {
  return Date.parse(closesAt) + graceMinutes * MS_PER_MINUTE
}

/** Moment in milliseconds after which the round holds no work any more: freezing ends it early. */
export function heldUntil(round: Pick<RoundWindow, 'closesAt' | 'graceMinutes' | 'frozenAt'>): number {
  return round.frozenAt === null ? endOf(round) : Math.min(endOf(round), Date.parse(round.frozenAt))
}

/** The first other round that is open at the same time and may hold the same works; null when there is none. */
export function overlapping(round: RoundWindow, rounds: readonly RoundWindow[]): RoundWindow | null {
  const others = rounds.filter(({ id }) => id !== round.id)
  const all = [...others, round]
  return others.find((other) => meet(round, other) && haveCommonWorks(round, other, all)) ?? null
}

/** A round that takes the best of `fromRoundId`, which has not ended by then; null when all is in order. */
export function takesTooEarly(rounds: readonly RoundWindow[]): { round: RoundWindow; from: RoundWindow } | null {
  for (const round of rounds) {
    if (round.takes !== 'top') continue
    const from = rounds.find(({ id }) => id === round.fromRoundId)
    if (from && heldUntil(from) > Date.parse(round.opensAt)) return { round, from }
  }
  return null
}

function meet(one: RoundWindow, other: RoundWindow): boolean {
  return Date.parse(one.opensAt) < heldUntil(other) && Date.parse(other.opensAt) < heldUntil(one)
}

/** By their rules: works may still come, so that the works of today do not decide. */
function haveCommonWorks(one: RoundWindow, other: RoundWindow, rounds: readonly RoundWindow[]): boolean {
  const [a, b] = [reachOf(one, rounds), reachOf(other, rounds)]
  if (a.label !== null && b.label !== null && a.label !== b.label) return false
  return a.events === null || b.events === null || a.events.some((id) => b.events!.includes(id))
}

interface Reach {
  /** Null: all. */
  events: readonly string[] | null
  label: string | null
}

/** The best of a round lie within what that round takes. `seen` ends a circle of rounds. */
function reachOf(round: RoundWindow, rounds: readonly RoundWindow[], seen: readonly string[] = []): Reach {
  const own: Reach = { events: round.eventIds, label: round.takes === 'label' ? round.label : null }
  const from = round.takes === 'top' && !seen.includes(round.id) ? rounds.find(({ id }) => id === round.fromRoundId) : undefined
  if (!from) return own
  const outer = reachOf(from, rounds, [...seen, round.id])
  return { events: common(own.events, outer.events), label: outer.label }
}

function common(one: Reach['events'], other: Reach['events']): Reach['events'] {
  if (one === null || other === null) return one ?? other
  return one.filter((id) => other.includes(id))
}
