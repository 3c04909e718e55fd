/** What the end of an approval means for a batch: approved, its organiser may publish it; otherwise it is ready again. */
import type { HandlerContext } from '../../../runtime/core/contracts.ts'

/** Called by the approval, whose person need not issue certificates. */
export async function settleBatch(id: string, outcome: 'approved' | 'sentBack' | 'revoked', { rows }: HandlerContext): Promise<void> {
  await rows.transitionWhere('certificate.batchLife', outcome === 'approved' ? 'approve' : 'sendBack', { id })
}
