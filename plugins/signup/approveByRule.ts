/** What the rules of the sign-up form decide is approved as it is submitted: where the question that the competition names, which a rule answers, is yes. Where a
 *  payment is due people look at it. */
import type { HandlerContext } from '../../runtime/core/contracts.ts'

const DUE: readonly unknown[] = ['due', 'overdue']

/** After the answers are stored. @param submitted  under review. @returns the status that the registration has then */
export async function approveByRule(
  submitted: { id: string; status: number },
  { approvalField }: { approvalField: string | null },
  { rows }: HandlerContext,
): Promise<number> {
  const { id, status } = submitted
  if (approvalField === null) return status
  const { answers, payState } = await rows.get('signup.registration', id)
  if (DUE.includes(payState) || (answers as Record<string, unknown>)[approvalField] !== true) return status
  return (await rows.transition('signup.review', 'approveByRule', id)).status
}
