/** Rankings of a competition in another one: the lists and how they are computed, without lines. */
import { defineExtension, type HandlerContext } from '../../runtime/core/contracts.ts'
import { AgonError } from '../../runtime/core/errors.ts'
import { isRecord } from '../../runtime/core/isRecord.ts'
import type { ContentRow, Place, Written } from '../competition/parts/parts.ts'
import type { RankingRule } from './compute/RankingRule.ts'
import { checkedRule } from './rule/checkedRule.ts'
import { ruleAnswers } from './rule/ruleOf.ts'

/** The rule names the new rounds and events; a list whose rule would not be right there begins without one. */
async function fitRanking(row: ContentRow, { written, competitionId }: Place, context: HandlerContext): Promise<ContentRow> {
  if (!isRule(row.rule)) return { ...row, rule: null }
  const eventId = row.eventId === null || row.eventId === undefined ? null : String(row.eventId)
  try {
    const answers = ruleAnswers(renamed(row.rule, written))
    return { ...row, rule: await checkedRule({ competitionId, eventId }, { ...answers }, context) }
  } catch (error) {
    if (error instanceof AgonError && ['FORM_INVALID', 'RANKING_RULE'].includes(error.code)) return { ...row, rule: null }
    throw error
  }
}

function renamed(rule: RankingRule, written: Written): RankingRule {
  const idOf = (entity: string, id: string) => written.get(entity)?.get(id) ?? ''
  const roundOf = (id: string) => idOf('review.round', id)
  return {
    ...rule,
    rounds: rule.rounds.map(({ roundId, weight }) => ({ roundId: roundOf(roundId), weight })),
    ties: rule.ties.map((tie) => (tie.startsWith('round:') ? `round:${roundOf(tie.slice('round:'.length))}` : tie)),
    quotas: rule.quotas.map((quota) => ({ ...quota, eventId: quota.eventId === null ? null : idOf('competition.event', quota.eventId) })),
  }
}

function isRule(rule: unknown): rule is RankingRule {
  if (!isRecord(rule)) return false
  const { rounds, ties, quotas } = rule
  const isList = (value: unknown, is: (item: unknown) => boolean) => Array.isArray(value) && value.every(is)
  return isList(rounds, isRecord) && isList(ties, (tie) => typeof tie === 'string') && isList(quotas, isRecord)
}

export default defineExtension('competition.part', 'ranking.list', { fit: fitRanking })
