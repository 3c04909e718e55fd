/** Who approves reports of an organisation: those of the approval rule, and without a rule the organisation directly above. */
import type { HandlerContext } from '../../runtime/core/contracts.ts'
import { chainOf, type Rule, ruleOf } from '../audit/chain.ts'
import { superiorsOf } from '../organisation/superiorsOf.ts'

/** @returns the chain with the lowest organisation first; empty where there is none above */
export async function approversOfReport(
  organisationId: string,
  context: Pick<HandlerContext, 'db'>,
): Promise<{ rule: Rule; chain: string[] }> {
  const rule = await ruleOf(organisationId, context)
  if (rule.mode !== 'none') return { rule, chain: await chainOf(organisationId, rule, context) }
  return { rule, chain: (await superiorsOf(organisationId, context.db)).slice(0, 1) }
}
