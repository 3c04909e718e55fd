/** The rules of a round as the answers of the form `review.round`, and the columns that these become. */
import type { Round } from './round.ts'

export const ROUND_FORM = 'review.round'

/** Columns that the form asks under their own names. */
const SAME = [
  'opensAt',
  'closesAt',
  'graceMinutes',
  'eventIds',
  'takes',
  'label',
  'fromRoundId',
  'topCount',
  'hideAuthor',
  'hideSchool',
  'hideTeam',
  'worksShown',
  'seeOthers',
  'showExperts',
  'reviewsPerWork',
  'changeable',
  'discussion',
  'aggregate',
  'normalisation',
  'dropHighest',
  'dropLowest',
  'missing',
  'differenceLimit',
] as const
type Same = (typeof SAME)[number]

export type RoundColumns = Pick<Round, Same | 'title' | 'note'>
export type RoundAnswers = Partial<Pick<Round, Same | 'note'>> & Pick<Round, 'title'>

const DEFAULTS: Partial<RoundColumns> = {
  graceMinutes: 30,
  takes: 'all',
  hideAuthor: true,
  hideSchool: true,
  hideTeam: true,
  worksShown: false,
  seeOthers: 'never',
  showExperts: false,
  reviewsPerWork: 3,
  changeable: true,
  discussion: false,
  aggregate: 'mean',
  normalisation: 'none',
  dropHighest: 0,
  dropLowest: 0,
  missing: 'hold',
}

/** Answers that were left out get the form's defaults, so that leaving one out reveals nothing. Values that the chosen rule does not use are not stored. */
export function roundColumns(answers: RoundAnswers): RoundColumns {
  const given = Object.fromEntries(SAME.map((name) => [name, answers[name] ?? DEFAULTS[name] ?? null])) as Pick<Round, Same>
  const { takes, eventIds } = given
  return {
    ...given,
    title: answers.title,
    note: answers.note ?? null,
    eventIds: eventIds && eventIds.length > 0 ? eventIds : null,
    label: takes === 'label' ? (given.label?.trim() ?? null) : null,
    fromRoundId: takes === 'top' ? given.fromRoundId : null,
    topCount: takes === 'top' ? given.topCount : null,
  }
}

export function roundAnswers(row: Round): Record<string, unknown> {
  const asked = ['title', 'note', ...SAME] as const
  return Object.fromEntries(asked.map((name) => [name, row[name]] as const).filter(([, value]) => value !== null))
}
