/** What the end of an approval means for a report. */
import type { HandlerContext } from '../../runtime/core/contracts.ts'
import { noteAct } from './report.ts'

const TRANSITION = { approved: 'approve', sentBack: 'sendBack', revoked: 'revoke' } as const

/** Called by the approval, whose person need not write reports. */
export async function settleReport(
  id: string,
  outcome: keyof typeof TRANSITION,
  reason: string | null,
  context: HandlerContext,
): Promise<void> {
  await context.rows.transition('summary.life', TRANSITION[outcome], id, { reason })
  await noteAct(id, outcome, reason, context)
}
