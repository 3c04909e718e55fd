/** Reminders that an organiser may switch: timers of registrations and of followers that ask whether they are off (`message.reminderOff`). */
import type { Platform } from '../../../runtime/core/platform.ts'

/** Rows of a competition. Who follows one is shown to no one: such people are counted. */
export const NAMED_ENTITY = 'signup.registration'
const ENTITIES = [NAMED_ENTITY, 'competition.follow']
const SWITCH = 'message.reminderOff'

export function reminderTimers({ documents }: Pick<Platform, 'documents'>) {
  return [...documents.timer.values()].filter(({ entity, where }) => ENTITIES.includes(entity) && where?.cel.includes(SWITCH))
}
