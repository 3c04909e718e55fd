/** What an upgrade takes off the price: the paid part of the present terms that is not over yet, to the whole fen, rounded down. */
import type { Term } from './term.ts'

export function creditOf(terms: readonly Term[], rank: number, now: Date): number {
  if (terms.some((term) => term.rank >= rank && term.endsAt! > now.toISOString())) return 0
  return terms.filter((term) => term.rank < rank).reduce((sum, term) => sum + left(term, now), 0)
}

function left({ price, startsAt, endsAt }: Term, now: Date): number {
  const [from, until] = [Date.parse(startsAt!), Date.parse(endsAt!)]
  const open = Math.max(0, until - Math.max(now.getTime(), from))
  return until > from ? Math.floor((Number(price) * open) / (until - from)) : 0
}
