import type { AssignableExpert, AssignableWork, AssignmentTask, PairReason } from './AssignmentTask.ts'

/** Permitted pairs of work and expert, and how well they match. Parallel arrays: one entry a pair, ordered by work. */
export interface AllowedPairs {
  work: Int32Array
  expert: Int32Array
  /** 0 to 1. */
  suits: Float64Array
}

/** Every pair without a conflict, of an event that the expert reviews. */
export function allowedPairs({ works, experts, barred, weights }: AssignmentTask): AllowedPairs {
  const taken = new Set(barred.map(([work, expert]) => work * experts.length + expert))
  const events = experts.map(({ eventIds }) => eventIds && new Set(eventIds))
  const work: number[] = []
  const expert: number[] = []
  const suits: number[] = []
  works.forEach((candidate, i) => {
    experts.forEach((reader, j) => {
      if (taken.has(i * experts.length + j) || events[j]?.has(candidate.eventId) === false) return
      work.push(i)
      expert.push(j)
      suits.push(suitability(candidate, reader, weights))
    })
  })
  return { work: Int32Array.from(work), expert: Int32Array.from(expert), suits: Float64Array.from(suits) }
}

/** What they have in common. */
export function pairReason(work: AssignableWork, expert: AssignableExpert): PairReason {
  return { keywords: work.keywords.filter((keyword) => expert.keywords.includes(keyword)), language: readsLanguage(work, expert) }
}

function suitability(work: AssignableWork, expert: AssignableExpert, { expertise, language }: AssignmentTask['weights']): number {
  const whole = expertise + language
  if (whole === 0) return 0
  const shared = work.keywords.reduce((count, keyword) => count + (expert.keywords.includes(keyword) ? 1 : 0), 0)
  const field = work.keywords.length === 0 ? 0 : shared / work.keywords.length
  return (expertise * field + language * (readsLanguage(work, expert) === false ? 0 : 1)) / whole
}

function readsLanguage({ language }: AssignableWork, { languages }: AssignableExpert): boolean | null {
  return language === null || languages.length === 0 ? null : languages.includes(language)
}
