/** Works of a round with who reviews them, as the organiser sees them. */
import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import type { ReviewAssignmentState } from '../../generated/enums.ts'
import { isChanged, judgedColumn, judgedWorks } from '../judged/judgedText.ts'
import type { Round } from '../round.ts'
import { worksOfRound } from '../worksOfRound.ts'
import { assignmentsOf, COUNTED } from './roundPanel.ts'

const BATCH = 10_000

export interface AssignedWork {
  workId: string
  /** Null until someone reviews it. */
  number: number | null
  title: string
  displayName: string
  school: string | null
  eventId: string
  keywords: string | null
  introduction: string | null
  /** Its author changed it after the round began; the texts are those that the round judges. */
  changed: boolean
  /** Reviews that count: assigned and submitted, without those of experts in conflict. */
  assigned: number
  missing: number
  experts: { id: string; userId: string; state: ReviewAssignmentState; conflict: boolean }[]
}

/** In the order of their ids. */
export async function assignedWorks(round: Round, context: HandlerContext): Promise<AssignedWork[]> {
  const works = await detailsOf(
    round.id,
    (await worksOfRound(round, context)).map(({ id }) => id),
    context,
  )
  const assignments = Map.groupBy(await assignmentsOf(round.id, context), ({ workId }) => workId)
  return works.map(({ id, ...work }) => {
    const own = assignments.get(id) ?? []
    const assigned = own.filter(({ state, conflict }) => COUNTED.includes(state) && !conflict).length
    return {
      workId: id,
      number: own[0]?.number ?? null,
      ...work,
      assigned,
      missing: Math.max(0, round.reviewsPerWork - assigned),
      experts: own.map(({ id, userId, state, conflict }) => ({ id, userId, state, conflict })),
    }
  })
}

async function detailsOf(roundId: string, ids: readonly string[], context: HandlerContext) {
  const found = []
  for (let from = 0; from < ids.length; from += BATCH)
    found.push(
      ...(await judgedWorks(roundId, context)
        .select(['w.id', 'w.displayName', 'w.school', 'w.eventId', isChanged.as('changed')])
        .select([judgedColumn<string>('title').as('title'), judgedColumn<string | null>('keywords').as('keywords')])
        .select(judgedColumn<string | null>('introduction').as('introduction'))
        .where('w.id', 'in', ids.slice(from, from + BATCH))
        .orderBy('w.id')
        .execute()),
    )
  return found
}
