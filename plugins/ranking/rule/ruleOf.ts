/** Answers of the form `ranking.rule` -> the rule of a list, and back. */
import type { PrizeQuota, RankingRule } from '../compute/RankingRule.ts'

export interface RuleAnswers extends Partial<Pick<RankingRule, 'rounds' | 'votes' | 'per' | 'digits' | 'notTaken' | 'oneEach' | 'listed'>> {
  ties?: { by: string; roundId?: string }[]
  quotas?: { prize: string; prizeName?: string; how: 'number' | 'percent'; amount: number; eventId?: string }[]
}

/** Of a list of one event, everything is ranked together. */
export function ruleOf(answers: RuleAnswers, eventId: string | null): RankingRule {
  const per = eventId === null ? (answers.per ?? 'event') : 'list'
  return {
    rounds: (answers.rounds ?? []).map(({ roundId, weight }) => ({ roundId, weight })),
    votes: answers.votes ?? 0,
    ties: (answers.ties ?? []).map(({ by, roundId }) => (by === 'round' ? `round:${roundId}` : by)),
    quotas: (answers.quotas ?? []).map(
      (quota): PrizeQuota => ({
        prize: quota.prize,
        prizeName: quota.prizeName ?? null,
        number: quota.how === 'number' ? Math.floor(quota.amount) : null,
        percent: quota.how === 'percent' ? quota.amount : null,
        eventId: per === 'event' ? (quota.eventId ?? null) : null,
      }),
    ),
    per,
    digits: answers.digits ?? 2,
    notTaken: answers.notTaken ?? 'leaveOut',
    oneEach: answers.oneEach ?? true,
    listed: answers.listed ?? 'all',
  }
}

/** A rule as answers of its form; `ruleOf` is the way back. */
export function ruleAnswers({ ties, quotas, ...same }: RankingRule): RuleAnswers {
  return {
    ...same,
    ties: ties.map((tie) => (tie.startsWith('round:') ? { by: 'round', roundId: tie.slice('round:'.length) } : { by: tie })),
    quotas: quotas.map(({ prize, prizeName, number, percent, eventId }) => ({
      prize,
      ...(prizeName === null ? {} : { prizeName }),
      how: number === null ? ('percent' as const) : ('number' as const),
      amount: number ?? percent ?? 0,
      ...(eventId === null ? {} : { eventId }),
    })),
  }
}
