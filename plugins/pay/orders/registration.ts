/** Registrations as orders see them. */
import { signupStatus } from '../../generated/enums.ts'
import type { Row } from '../../generated/tables.ts'

export type Registration = Row<'signup_registration'>

/** Statuses in which a registration holds a place. */
export const PLACED: readonly number[] = [
  signupStatus.underReview,
  signupStatus.sentBack,
  signupStatus.registered,
  signupStatus.teamUnderReview,
]
