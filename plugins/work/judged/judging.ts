/** What judges a work, as the work's author and its pages need it. The area that judges gives it at the point `work.judging`. */
import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import type { LocalText } from '../../../runtime/core/documents.ts'
import type { Row } from '../../generated/tables.ts'

export type ChangedWork = Row<'work_work'>

export interface JudgingRound {
  id: string
  title: LocalText
  /** The earlier text that it judges; undefined: the present one. */
  versionId: string | undefined
}

export interface WorkJudging {
  /** Before a work changes: what has begun keeps its present text. The caller holds the lock of the work. @throws WORK_JUDGED */
  pin(work: ChangedWork, context: HandlerContext): Promise<void>
  /** `isTaken`: a round that has begun takes the work by its rules now; `rounds`: those whose experts judge it or have judged it. */
  roundsOf(work: ChangedWork, context: HandlerContext): Promise<{ isTaken: boolean; rounds: JudgingRound[] }>
}
declare module '../../../runtime/core/contracts.ts' {
  interface ExtensionPoints {
    'work.judging': WorkJudging
  }
}

/** @throws WORK_JUDGED while the organiser has not allowed changes */
export async function pinWork(work: ChangedWork, context: HandlerContext): Promise<void> {
  for (const { pin } of context.extensions('work.judging').values()) await pin(work, context)
}

/** By every area that judges. */
export async function judgingRounds(work: ChangedWork, context: HandlerContext): Promise<{ isTaken: boolean; rounds: JudgingRound[] }> {
  const found = await Promise.all([...context.extensions('work.judging').values()].map(({ roundsOf }) => roundsOf(work, context)))
  return { isTaken: found.some(({ isTaken }) => isTaken), rounds: found.flatMap(({ rounds }) => rounds) }
}
