/** Ends a term before its time: what it granted ends now. Nothing that exists is touched. The caller holds the lock of the organisation. */
import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import type { Term } from './term.ts'

export async function endTerm(
  { id }: Term,
  transition: 'replace' | 'cancel' | 'revoke',
  context: HandlerContext,
  input: Record<string, unknown> = {},
) {
  const { state } = await context.rows.transition('package.life', transition, id, input)
  // the row of the term keeps what it granted
  await context.rows.removeWhere('package.allowance', { termId: id })
  return state
}
