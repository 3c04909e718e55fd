/** What the assignment of works to experts is computed from, and what comes out. Works and experts are named by their index in the task, so that arrays of
 *  a hundred thousand pairs stay small. */

/** A work that still needs reviews. */
export interface AssignableWork {
  id: string
  /** Reviews that are missing, at least 1. */
  need: number
  eventId: string
  school: string | null
  /** Lower case. */
  keywords: readonly string[]
  /** Code of the language it is written in; null when unknown. */
  language: string | null
}

/** An expert of the panel. Loads count works of the round. */
export interface AssignableExpert {
  id: string
  minLoad: number
  /** Null: no limit. */
  maxLoad: number | null
  /** Works assigned already, which stay. */
  load: number
  /** Null: all. */
  eventIds: readonly string[] | null
  /** Lower case. */
  keywords: readonly string[]
  /** Codes; empty: all. */
  languages: readonly string[]
}

export interface AssignmentTask {
  works: readonly AssignableWork[]
  experts: readonly AssignableExpert[]
  /** Work index, expert index: conflicts of interest and pairs that exist already. */
  barred: readonly (readonly [number, number])[]
  /** 0 to 1 each: how much fields of expertise and language count. */
  weights: { expertise: number; language: number }
  /** Spread the works of one school over many experts. */
  spreadSchools: boolean
}

/** Why this expert. */
export interface PairReason {
  /** Keywords that work and expert share. */
  keywords: readonly string[]
  /** The expert reads the work's language; null when the one or the other is unknown. */
  language: boolean | null
}

export interface AssignedPair {
  work: number
  expert: number
  reason: PairReason
}

/** Why reviews of a work stay missing: no one is allowed to (conflicts, events), or those who are have no place left. */
export type UnmetCause = 'nobody' | 'tooFew' | 'loads'

export interface AssignmentResult {
  pairs: AssignedPair[]
  unmet: { work: number; missing: number; cause: UnmetCause }[]
  /** Load of each expert with what was assigned before. */
  loads: number[]
  /** Experts below their minimum load. */
  below: number[]
}
