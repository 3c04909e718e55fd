/** Works named by a call: `workIds` as a list, or as one text with commas (spec 3). */
import type { HandlerContext } from '../../runtime/core/contracts.ts'
import { inLockOrder } from '../signup/inLockOrder.ts'

export type WorkIds = string | readonly string[]

/** In the order in which they are locked. */
export function namedWorks(workIds: WorkIds): string[] {
  return inLockOrder(typeof workIds === 'string' ? workIds.split(',') : workIds)
}

/** Runs `work.mark` for each work, with its access and log entry; one that is out of reach fails them all. */
export async function markWorks(
  workIds: WorkIds,
  mark: Partial<Record<'shown' | 'pinned' | 'downloadable', boolean>>,
  context: HandlerContext,
): Promise<{ changed: number }> {
  const ids = namedWorks(workIds)
  for (const id of ids) await context.call('work.mark', { id, ...mark })
  return { changed: ids.length }
}
