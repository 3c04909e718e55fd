/** What orders of courses have in common. */

/** Where the competition of the course has no payment settings. */
export const DEFAULT_HOLD_HOURS = 48

/** `seat` of the open order of a training sign-up. */
export function trainingSeat(enrolmentId: string): string {
  return `t${enrolmentId}`
}
