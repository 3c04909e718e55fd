/** Checks a rule that was filled in against the form, and against what the competition has. */
import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import type { RankingRule } from '../compute/RankingRule.ts'
import type { RankingList } from '../heldList.ts'
import { type RuleAnswers, ruleOf } from './ruleOf.ts'

const WHOLE = 100

/** @throws FORM_INVALID, RANKING_RULE with what to correct */
export async function checkedRule(
  { competitionId, eventId }: Pick<RankingList, 'competitionId' | 'eventId'>,
  sent: Record<string, unknown>,
  context: HandlerContext,
): Promise<RankingRule> {
  const { answers } = await context.documents.forms.submit({ id: 'ranking.rule' }, sent, {
    competitionId,
    ...(eventId === null ? {} : { eventId }),
  })
  const rule = ruleOf(answers as RuleAnswers, eventId)
  const { platform, lang, fail } = context
  const problem = problemOf(rule)
  return problem ? fail('RANKING_RULE', { problem: platform.texts[lang][`ranking.ruleProblem.${problem}`] }) : rule
}

function problemOf({ rounds, votes, quotas }: RankingRule): string | null {
  const ids = rounds.map(({ roundId }) => roundId)
  if (new Set(ids).size < ids.length) return 'roundTwice'
  if (votes + rounds.reduce((sum, { weight }) => sum + weight, 0) <= 0) return 'weights'
  const scopes = new Set(quotas.map(({ eventId }) => eventId))
  const percents = [...scopes].map((scope) =>
    quotas.reduce((sum, { eventId, percent }) => sum + (eventId === scope ? (percent ?? 0) : 0), 0),
  )
  return percents.some((sum) => sum > WHOLE) ? 'percents' : null
}
