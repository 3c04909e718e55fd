/** Answers of the form `ranking.rule` -> the rule of a list, and back. */
import { criterionOf, type PrizeQuota, type RankingRule, roundOfTie } from '../compute/RankingRule.ts'

export interface RuleAnswers extends Partial<Pick<RankingRule, 'rounds' | 'votes' | 'per' | 'digits' | 'notTaken' | 'oneEach' | 'listed'>> {
  /** `criterion`: `<round id>:<name>`. */
  ties?: { by: string; roundId?: string; criterion?: string }[]
  quotas?: { prize: string; prizeName?: string; how: 'number' | 'percent'; amount: number; eventId?: string }[]
}

/** Of a list of one event, everything is ranked together. A round that only parts ties has weight 0, whether it was named among the rounds or not. */
export function ruleOf(answers: RuleAnswers, eventId: string | null): RankingRule {
  const per = eventId === null ? (answers.per ?? 'event') : 'list'
  const counted = (answers.rounds ?? []).map(({ roundId, weight }) => ({ roundId, weight }))
  const ties = (answers.ties ?? []).map(({ by, roundId, criterion }) => tieOf(by, by === 'criterion' ? criterion : roundId))
  const read = new Set(ties.flatMap((tie) => roundOfTie(tie) ?? []))
  const others = [...read].filter((id) => !counted.some(({ roundId }) => roundId === id))
  return {
    rounds: [...counted, ...others.map((roundId) => ({ roundId, weight: 0 }))],
    votes: answers.votes ?? 0,
    ties,
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

function tieOf(by: string, of: string | undefined): string {
  return by === 'round' || by === 'criterion' ? `${by}:${of}` : by
}

function tieAnswer(tie: string): NonNullable<RuleAnswers['ties']>[number] {
  const criterion = criterionOf(tie)
  if (criterion) return { by: 'criterion', criterion: `${criterion.roundId}:${criterion.name}` }
  const roundId = roundOfTie(tie)
  return roundId === null ? { by: tie } : { by: 'round', roundId }
}

/** A rule as answers of its form; `ruleOf` is the way back. */
export function ruleAnswers({ ties, quotas, ...same }: RankingRule): RuleAnswers {
  return {
    ...same,
    ties: ties.map(tieAnswer),
    quotas: quotas.map(({ prize, prizeName, number, percent, eventId }) => ({
      prize,
      ...(prizeName === null ? {} : { prizeName }),
      how: number === null ? ('percent' as const) : ('number' as const),
      amount: number ?? percent ?? 0,
      ...(eventId === null ? {} : { eventId }),
    })),
  }
}
