/** Answers of the wizard's sign-up and special settings, and the columns that they become. */
import { type TeamMemberMode, teamMemberMode } from '../generated/enums.ts'
import { bothLanguages, type Competition, type CompetitionChange, languagesOf } from './competition.ts'
import { filled } from './infoForm.ts'

interface Signup {
  capacity?: number
  teamMin?: number
  teamMax?: number
  instructorMin?: number
  instructorMax?: number
  mentorMax?: number
  memberMode?: TeamMemberMode
  membersField?: string
  instructorsField?: string
  supplement?: boolean
  nameField?: string
  schoolField?: string
}

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
] as const

/** Answers of the sign-up settings -> columns. */
export function signupColumns(answers: Signup): CompetitionChange {
  const columns: CompetitionChange = Object.fromEntries(OPTIONAL.map((name) => [name, answers[name] ?? null]))
  return { ...columns, supplement: answers.supplement ?? false, memberMode: answers.memberMode ?? teamMemberMode.named }
}
/** Columns -> answers of the sign-up settings. */
export function signupAnswers(row: Competition): Record<string, unknown> {
  const { supplement, memberMode } = row
  return filled({ ...Object.fromEntries(OPTIONAL.map((name) => [name, row[name]])), supplement, memberMode })
}

interface Special {
  needsProfile?: boolean
  noteZh?: string
  noteEn?: string
}
/** What is stored in the column `settings`. */
export interface SpecialSettings {
  /** No one signs up without a complete profile. */
  needsProfile: boolean
  /** Shown above the sign-up form. */
  note: { zh: string; en: string } | null
}

/** Answers of the special settings -> columns. */
export function specialColumns({ needsProfile = false, noteZh, noteEn }: Special): CompetitionChange {
  const settings: SpecialSettings = { needsProfile, note: bothLanguages(noteZh, noteEn) }
  return { settings: settings as unknown as Competition['settings'] }
}
/** The special settings, with defaults for what is not stored. */
export function specialSettings({ settings }: Pick<Competition, 'settings'>): SpecialSettings {
  return { needsProfile: false, note: null, ...(settings as Partial<SpecialSettings> | null) }
}
/** Columns -> answers of the special settings. */
export function specialAnswers(row: Competition): Record<string, unknown> {
  const { needsProfile, note } = specialSettings(row)
  return filled({ needsProfile, ...languagesOf('note', note) })
}
