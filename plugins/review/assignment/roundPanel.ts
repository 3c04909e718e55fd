/** Data for assigning: works of a round, the panel, and who may review what. */

import { randomInt } from 'node:crypto'
import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import { byName } from '../../../runtime/core/typed/byName.ts'
import type { ReviewAssignmentSource, ReviewAssignmentState, ReviewConflictKind } from '../../generated/enums.ts'
import { reviewAssignmentState, reviewExpertState } from '../../generated/enums.ts'
import type { Round } from '../round.ts'
import { inConflict } from '../roundMarks.ts'

/** Reviews that a work has, or will have. */
export const COUNTED: readonly ReviewAssignmentState[] = [reviewAssignmentState.assigned, reviewAssignmentState.submitted]
/** Reviews that are work of their expert. */
export const LOADED: readonly ReviewAssignmentState[] = [...COUNTED, reviewAssignmentState.abstained]

export interface PanelMember {
  userId: string
  name: string
  minLoad: number
  maxLoad: number | null
  eventIds: string[] | null
  keywords: string[]
  languages: string[]
}

export interface Pair {
  workId: string
  userId: string
  reason?: object
}

/** Experts who accepted and review in the round, by name. */
export async function panelOf({ id, competitionId }: Pick<Round, 'id' | 'competitionId'>, { db }: HandlerContext): Promise<PanelMember[]> {
  const rows = await db
    .selectFrom('review_expert')
    .select(['userId', 'name', 'minLoad', 'maxLoad', 'eventIds', 'roundIds', 'keywords', 'languages'])
    .where('competitionId', '=', competitionId)
    .where('state', '=', reviewExpertState.accepted)
    .orderBy('name', byName)
    .orderBy('userId')
    .execute()
  return rows
    .filter(({ roundIds }) => roundIds === null || (roundIds as string[]).includes(id))
    .map(({ userId, name, minLoad, maxLoad, eventIds, keywords, languages }) => ({
      userId,
      name,
      minLoad,
      maxLoad,
      eventIds: eventIds as string[] | null,
      keywords: wordsOf(keywords),
      languages: wordsOf(languages),
    }))
}

/** Lower case, without those that are empty. */
export function wordsOf(text: string | null): string[] {
  return (text ?? '')
    .split(/[,，;；、]/)
    .map((word) => word.trim().toLowerCase())
    .filter((word) => word !== '')
}

/** Kinds of conflict by `work user`. */
export async function conflictsOf(competitionId: string, { db }: HandlerContext): Promise<Map<string, ReviewConflictKind[]>> {
  const rows = await db
    .selectFrom('review_conflict')
    .select(['workId', 'userId', 'kind'])
    .where('competitionId', '=', competitionId)
    .execute()
  const found = new Map<string, ReviewConflictKind[]>()
  for (const { workId, userId, kind } of rows) found.set(pairKey(workId, userId), [...(found.get(pairKey(workId, userId)) ?? []), kind])
  return found
}

/** One text for a work and an expert, for sets and maps. */
export function pairKey(workId: string, userId: string): string {
  return `${workId} ${userId}`
}

/** Every assignment of a round, also of those who recused: no one gets the same work twice. */
export function assignmentsOf(roundId: string, { db }: HandlerContext) {
  return db
    .selectFrom('review_assignment as a')
    .select(['a.id', 'a.workId', 'a.userId', 'a.state', 'a.number', 'a.planId'])
    .select(inConflict('a').as('conflict'))
    .where('a.roundId', '=', roundId)
    .orderBy('a.id')
    .execute()
}
export type Assigned = Awaited<ReturnType<typeof assignmentsOf>>[number]

/** Pairs that are not to be assigned, by `work user`: those in conflict with their kinds, and those that are assigned. */
export async function settledPairs({ id, competitionId }: Pick<Round, 'id' | 'competitionId'>, context: HandlerContext) {
  const conflicts = await conflictsOf(competitionId, context)
  const known = new Set((await assignmentsOf(id, context)).map(({ workId, userId }) => pairKey(workId, userId)))
  return { conflicts, known }
}

/** Adds assignments to a locked round, and tells the audit log of them. */
export async function assignPairs(
  round: Round,
  pairs: readonly Pair[],
  source: ReviewAssignmentSource,
  context: HandlerContext,
): Promise<void> {
  if (pairs.length === 0) return
  await addAssignments(round, pairs, { source }, context)
  const { id, organisationId, competitionId } = round
  await context.rows.record({ entity: 'review.round', rowId: id, before: null, after: { assigned: pairs, organisationId, competitionId } })
}

/** Adds assignments to a locked round, and orders the message about them. The caller has looked at conflicts and at what is assigned already. */
export async function addAssignments(
  round: Round,
  pairs: readonly Pair[],
  { source, planId = null }: { source: ReviewAssignmentSource; planId?: string | null },
  context: HandlerContext,
): Promise<void> {
  const numbers = await numbersOf(round.id, [...new Set(pairs.map(({ workId }) => workId))], context)
  const rows = pairs.map(({ workId, userId, reason }) => ({
    roundId: round.id,
    competitionId: round.competitionId,
    organisationId: round.organisationId,
    workId,
    userId,
    number: numbers.get(workId)!,
    source,
    planId,
    reason: reason ?? null,
  }))
  await context.rows.createAll('review.assignment', rows)
  const { quietMinutes } = context.documents.settings('review.notice')
  if (rows.length > 0) await context.jobs.enqueue('review.tellAssigned', { roundId: round.id }, { inSeconds: quietMinutes * 60 })
}

/** The number of each work in the round: the one that it has, or one at random of those that are free. */
async function numbersOf(roundId: string, workIds: readonly string[], context: HandlerContext): Promise<Map<string, number>> {
  const numbers = new Map((await assignmentsOf(roundId, context)).map(({ workId, number }) => [workId, number]))
  const taken = new Set(numbers.values())
  const fresh = workIds.filter((id) => !numbers.has(id))
  const max = Math.max(taken.size + fresh.length, ...taken)
  const free = Array.from({ length: max }, (_, at) => at + 1).filter((number) => !taken.has(number))
  for (const id of fresh) {
    const at = randomInt(free.length)
    numbers.set(id, free[at]!)
    free[at] = free.at(-1)!
    free.pop()
  }
  return numbers
}

/** Number of works that each expert reviews in the round. */
export function loadsOf(assigned: readonly Assigned[]): Map<string, number> {
  const loads = new Map<string, number>()
  for (const { userId, state } of assigned) if (LOADED.includes(state)) loads.set(userId, (loads.get(userId) ?? 0) + 1)
  return loads
}
