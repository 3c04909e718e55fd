/** What a person has on the expert's desk. */
import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import { phaseOf } from '../round.ts'
import { shownAssignments } from './ownAssignment.ts'

/** Counting further helps no one. */
const MAX = 1000

export interface Judging {
  /** To answer. */
  invitations: number
  /** Panels that the person is on. */
  panels: number
  works: number
  /** Works to judge now. */
  open: number
}

export async function judgingOf(userId: string, { db, now }: Pick<HandlerContext, 'db' | 'now'>): Promise<Judging> {
  const panels = await db
    .selectFrom('review_expert')
    .select('state')
    .where('userId', '=', userId)
    .where('state', 'in', ['invited', 'accepted'])
    .limit(MAX)
    .execute()
  const works = await shownAssignments({ db }, userId)
    .select(['a.state', 'r.opensAt', 'r.closesAt', 'r.graceMinutes', 'r.frozenAt'])
    .limit(MAX)
    .execute()
  const isOpen = (work: (typeof works)[number]) => ['open', 'grace'].includes(phaseOf(work, now))
  return {
    invitations: panels.filter(({ state }) => state === 'invited').length,
    panels: panels.filter(({ state }) => state === 'accepted').length,
    works: works.length,
    open: works.filter((work) => work.state === 'assigned' && isOpen(work)).length,
  }
}
