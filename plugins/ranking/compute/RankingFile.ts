/** A ranking with everything that it follows from: inputs, rule and result, in one document that anyone can recompute (`npm run ranking:verify`). It names works,
 *  registrations and events by their ids, experts by numbers of this file, and no person. Reading it never needs the platform. */
import type { ScoreRules } from '../../review/scores/roundScores.ts'
import type { RankingRule } from './RankingRule.ts'

export const FORMAT = 'agon.ranking'
/** Raised when the same inputs would give another result, or the shape changes. A file says the least version that reads it: 2 for ties by a criterion. */
export const FORMAT_VERSION = 2

/** In any order: what a ranking is computed from. */
export interface RankingInputs {
  list: { id: string; competition: string; event: string | null; version: number }
  /** ISO 8601. */
  computedAt: string
  rule: RankingRule
  rounds: RankedRound[]
  works: RankedWork[]
}
export interface RankedRound {
  id: string
  title: { zh: string; en: string }
  rules: ScoreRules
  /** Ids of the events whose works the round takes; null: all. */
  events: string[] | null
  /** Works that the round takes. */
  works: string[]
  /** ISO 8601; null: not frozen when the ranking was computed. */
  frozenAt: string | null
  reviews: RankedReview[]
}
export interface RankedReview {
  work: string
  /** Number of the expert in this file. */
  expert: number
  /** 0 to 100; null: abstained. */
  total: number | null
  /** 0 to 1; null: not asked. */
  confidence: number | null
  /** The expert was in conflict with the work: does not count. */
  conflict: boolean
  /** 0 to 100 by criterion: those that a tie of the rule compares and that are answered. Absent: the rule compares none of the round. */
  criteria?: Record<string, number>
}
export interface RankedWork {
  id: string
  registration: string
  event: string
  /** ISO 8601. */
  submittedAt: string
  /** Valid ones, when the ranking was computed. */
  votes: number
}

export interface RankingFile extends RankingInputs {
  format: typeof FORMAT
  formatVersion: number
  result: RankingResult
  /** SHA-256 of the canonical JSON of everything else, in hexadecimal. */
  hash: string
}
export interface RankingResult {
  /** By event when the rule ranks each by itself, then by rank. */
  lines: RankingLine[]
  /** Works without a rank. */
  unranked: { work: string; because: Unranked }[]
  borders: PrizeBorder[]
}
/** missing: a round has no score of it yet; notTaken: a round left it out; other: another work of the registration is ranked. */
export type Unranked = 'missing' | 'notTaken' | 'other'
export interface RankingLine {
  work: string
  registration: string
  event: string
  rank: number
  /** Shares its rank. */
  tied: boolean
  /** Index into the quotas of the rule; null: none. */
  quota: number | null
  /** 0 to 100, rounded as the rule says. */
  score: number
  /** Of each round of the rule, in its order; null: the round does not concern the work, or has no score of it. */
  scores: (number | null)[]
  votes: number
  /** Votes on the scale from 0 to 100: the most voted work that is ranked beside it has 100. */
  voteScore: number
  /** Of each tie rule, in its order: more is better. */
  ties: (number | null)[]
}
/** Where a prize ends. */
export interface PrizeBorder {
  /** Null: of the whole list. */
  event: string | null
  quota: number
  places: number
  awarded: number
  /** Rank of the last line with the prize; null: no one has it. */
  last: number | null
  /** Works of one rank that do not all fit into the places left: none of them has the prize. */
  tied: string[]
}
