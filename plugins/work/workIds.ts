/** Works named by a call: `workIds` as a list, or as one text with commas (spec 3). */
import { inLockOrder } from '../../runtime/core/inLockOrder.ts'

export type WorkIds = string | readonly string[]

/** In the order in which they are locked. */
export function namedWorks(workIds: WorkIds): string[] {
  return inLockOrder(typeof workIds === 'string' ? workIds.split(',') : workIds)
}
