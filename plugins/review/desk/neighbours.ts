/** The expert's way through a round, by number: before, after, and the next one that is still to be marked. */
import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import { type OwnAssignment, shownAssignments } from './ownAssignment.ts'

export interface Neighbours {
  previous: string | null
  next: string | null
  /** After this one, else from the start. Null when nothing is left. */
  nextOpen: string | null
  /** From 1. */
  position: number
  count: number
}

export async function neighbours(own: OwnAssignment, context: HandlerContext): Promise<Neighbours> {
  const rows = await shownAssignments(context, own.userId)
    .select(['a.id', 'a.state'])
    .where('a.roundId', '=', own.roundId)
    .where((where) => where.or([where('a.state', '!=', 'recused'), where('a.id', '=', own.id)]))
    .orderBy('a.number')
    .orderBy('a.id')
    .execute()
  const at = rows.findIndex(({ id }) => id === own.id)
  const open = [...rows.slice(at + 1), ...rows.slice(0, at)].find(({ state }) => state === 'assigned')
  const idAt = (index: number) => rows[index]?.id ?? null
  return { previous: idAt(at - 1), next: idAt(at + 1), nextOpen: open?.id ?? null, position: at + 1, count: rows.length }
}
