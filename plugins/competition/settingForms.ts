/** Answers of the wizard's sign-up and special settings, from the columns that the calls behind them write. */
import type { Competition } from './competition.ts'
import { filled } from './infoForm.ts'

/** Answers that may be left out: no limit, or no such field. */
const OPTIONAL = [
  'capacity',
  'teamMin',
  'teamMax',
  'instructorMin',
  'instructorMax',
  'mentorMax',
  'membersField',
  'instructorsField',
  'nameField',
  'schoolField',
  'approvalField',
] as const

/** Columns -> answers of the sign-up settings. */
export function signupAnswers(row: Competition): Record<string, unknown> {
  const { supplement, selfWithdraw, memberMode } = row
  return filled({ ...Object.fromEntries(OPTIONAL.map((name) => [name, row[name]])), supplement, selfWithdraw, memberMode })
}

/** What is stored in the column `settings`. */
export interface SpecialSettings {
  /** No one signs up without a complete profile. */
  needsProfile: boolean
  /** Stated on the pages; nothing is refused by it. */
  mainlandOnly: boolean
  /** Shown above the sign-up form. */
  note: { zh: string; en: string } | null
}

/** The special settings, with defaults for what is not stored. */
export function specialSettings({ settings }: Pick<Competition, 'settings'>): SpecialSettings {
  return { needsProfile: false, mainlandOnly: false, note: null, ...(settings as Partial<SpecialSettings> | null) }
}
/** Columns -> answers of the special settings. */
export function specialAnswers(row: Competition): Record<string, unknown> {
  const { needsProfile, mainlandOnly, note } = specialSettings(row)
  return filled({ needsProfile, mainlandOnly, note })
}
