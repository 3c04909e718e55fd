/** Reminders that an organiser may switch: timers of registrations that ask whether they are off (`message.reminderOff`). */
import type { Platform } from '../../../runtime/core/platform.ts'

const ENTITY = 'signup.registration'
const SWITCH = 'message.reminderOff'

export function reminderTimers({ documents }: Pick<Platform, 'documents'>) {
  return [...documents.timer.values()].filter(({ entity, where }) => entity === ENTITY && where?.cel.includes(SWITCH))
}
