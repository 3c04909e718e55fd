/** Answers of the wizard's sign-up and special settings, and the columns that they become. */
import type { Competition, CompetitionChange } from './competition.ts'
import { filled } from './infoForm.ts'

interface Signup {
  capacity?: number
  teamMin?: number
  teamMax?: number
  instructorMax?: number
  supplement?: boolean
}

export function signupColumns({ capacity = 0, teamMin = 0, teamMax = 0, instructorMax, supplement = false }: Signup): CompetitionChange {
  return {
    capacity: capacity || null,
    teamMin: teamMin || null,
    teamMax: teamMax || null,
    instructorMax: instructorMax ?? null,
    supplement,
  }
}
export function signupAnswers({ capacity, teamMin, teamMax, instructorMax, supplement }: Competition): Record<string, unknown> {
  return filled({ capacity, teamMin, teamMax, instructorMax, supplement })
}

/** What is not said stands as the form's defaults say. */
export function specialAnswers({ settings }: Competition): Record<string, unknown> {
  return { ...((settings ?? {}) as Record<string, unknown>) }
}
