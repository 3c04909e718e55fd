/** When a competition takes works, how many of one registration, and by which form. */
import type { HandlerContext } from '../../runtime/core/contracts.ts'
import { publishedHash } from '../studio/publishedHash.ts'

export interface WorkRules {
  /** Of the server, ISO 8601. */
  now: string
  competitionId: string
  isOpen: boolean
  worksStart: string | null
  worksEnd: string | null
  /** Works that one registration may submit. */
  limit: number
  /** Null while the organiser prepares the form. */
  formHash: string | null
}

/** @throws NOT_FOUND when there is no such published competition */
export async function workRules(competitionId: string, context: HandlerContext): Promise<WorkRules> {
  const { worksOpen, worksStart, worksEnd } = await context.call('competition.detail', { id: competitionId })
  const { workLimit, workFormId } = await context.rows.get('competition.competition', competitionId)
  const formHash = await publishedHash(workFormId, context)
  const now = context.now.toISOString()
  return { now, competitionId, isOpen: worksOpen === true, worksStart, worksEnd, limit: workLimit, formHash }
}

/** @throws WORK_NOT_STARTED, WORK_CLOSED outside of the window, to the millisecond by the server's clock */
export function assertWorksOpen({ isOpen, now, worksStart, worksEnd }: WorkRules, { fail }: HandlerContext): void {
  if (isOpen) return
  if (worksStart === null || now < worksStart) fail('WORK_NOT_STARTED', { at: worksStart })
  fail('WORK_CLOSED', { at: worksEnd })
}
