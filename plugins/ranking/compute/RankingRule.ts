/** How a list follows from rounds and votes: what the form `ranking.rule` stores. */

export interface RankingRule {
  /** Rounds whose scores count, with weights >= 0. One with weight 0 only parts ties. */
  rounds: { roundId: string; weight: number }[]
  /** Weight of votes; 0: they do not count. */
  votes: number
  /** In their order: `round:<id>`, `criterion:<round id>:<name>`, `votes`, `median`, `highest`, `earlier`. What is equal after all of them shares its rank. */
  ties: string[]
  /** Best prize first. */
  quotas: PrizeQuota[]
  /** Each event has ranks and prizes of its own, or the whole list has one order. */
  per: 'event' | 'list'
  /** Decimals of scores: those that are equal when rounded are ties. */
  digits: number
  /** Works that a round of the rule left out: not ranked, or 0 points in that round. */
  notTaken: 'leaveOut' | 'zero'
  /** Only the best work of each registration is ranked. */
  oneEach: boolean
  /** What the list shows. */
  listed: 'all' | 'prizes'
}
/** Of a tie `criterion:<round id>:<name>`; null: the tie is another one. */
export function criterionOf(tie: string): { roundId: string; name: string } | null {
  const [by, roundId, ...name] = tie.split(':')
  return by === 'criterion' && roundId !== undefined && name.length > 0 ? { roundId, name: name.join(':') } : null
}

/** The round that a tie reads; null: none. */
export function roundOfTie(tie: string): string | null {
  return criterionOf(tie)?.roundId ?? (tie.startsWith('round:') ? tie.slice('round:'.length) : null)
}

export interface PrizeQuota {
  prize: string
  /** In its own words; null: the prize's usual name. */
  prizeName: string | null
  /** Exactly one of both. */
  number: number | null
  /** Of the ranked works, rounded up. */
  percent: number | null
  /** Only of this event, instead of those that name none. Null: of each event that no quota names. */
  eventId: string | null
}
