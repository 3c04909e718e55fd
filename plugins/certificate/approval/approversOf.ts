/** Who approves certificates of a competition before they are published. */
import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import { chainOf, type Rule, ruleOf } from '../../audit/chain.ts'

export interface Approvers {
  organisationId: string
  rule: Rule
  /** Ids of the approving organisations, the lowest first; empty when no one approves. */
  chain: string[]
}

/** @throws NOT_FOUND */
export async function approversOf(competitionId: string, context: HandlerContext): Promise<Approvers> {
  const row = await context.rows.get('competition.competition', competitionId)
  const rule = await ruleOf(row.organisationId, context)
  return { organisationId: row.organisationId, rule, chain: rule.certificates ? await chainOf(row.organisationId, rule, context) : [] }
}
