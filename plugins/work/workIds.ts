/** Works named by a call: `workIds` as a list, or as one text with commas (spec 3). */
import type { HandlerContext } from '../../runtime/core/contracts.ts'

export type WorkIds = string | readonly string[]

/** In one order for everybody, each once: two organisers with overlapping selections wait for each other instead of blocking each other. */
export function namedWorks(workIds: WorkIds): string[] {
  const ids = typeof workIds === 'string' ? workIds.split(',') : workIds
  return [...new Set(ids)].toSorted((one, other) => (BigInt(one) < BigInt(other) ? -1 : 1))
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
