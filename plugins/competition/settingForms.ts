/** Answers of the wizard's sign-up and special settings, and the columns that they become. */
import { bothLanguages, type Competition, type CompetitionChange, languagesOf } from './competition.ts'
import { filled } from './infoForm.ts'

interface Signup {
  capacity?: number
  teamMin?: number
  teamMax?: number
  instructorMax?: number
  supplement?: boolean
  nameField?: string
  schoolField?: string
}

export function signupColumns(answers: Signup): CompetitionChange {
  const { capacity = null, teamMin = null, teamMax = null, instructorMax = null, nameField = null, schoolField = null } = answers
  return { capacity, teamMin, teamMax, instructorMax, nameField, schoolField, supplement: answers.supplement ?? false }
}
export function signupAnswers(row: Competition): Record<string, unknown> {
  const { capacity, teamMin, teamMax, instructorMax, supplement, nameField, schoolField } = row
  return filled({ capacity, teamMin, teamMax, instructorMax, supplement, nameField, schoolField })
}

interface Special {
  needsProfile?: boolean
  noteZh?: string
  noteEn?: string
}
/** What is stored in the column `settings`. */
export interface SpecialSettings {
  /** Nobody signs up without a complete profile. */
  needsProfile: boolean
  /** Shown above the sign-up form. */
  note: { zh: string; en: string } | null
}

export function specialColumns({ needsProfile = false, noteZh, noteEn }: Special): CompetitionChange {
  const settings: SpecialSettings = { needsProfile, note: bothLanguages(noteZh, noteEn) }
  return { settings: settings as unknown as Competition['settings'] }
}
export function specialSettings({ settings }: Pick<Competition, 'settings'>): SpecialSettings {
  return { needsProfile: false, note: null, ...(settings as Partial<SpecialSettings> | null) }
}
export function specialAnswers(row: Competition): Record<string, unknown> {
  const { needsProfile, note } = specialSettings(row)
  return filled({ needsProfile, ...languagesOf('note', note) })
}
