/** Sheet of a ranking's workbook: the rule of the list and of its rounds, in words. */
import { defineHandler, type HandlerContext } from '../../../runtime/core/contracts.ts'
import { enumLabel } from '../../../runtime/core/enumLabels.ts'
import type { RankedRound, RankingFile } from '../compute/RankingFile.ts'
import { tieWords } from '../tieWords.ts'
import { filePage } from './filePage.ts'

type Item = 'version' | 'computedAt' | 'hash' | 'round' | 'votes' | 'tie' | 'prize' | 'per' | 'digits' | 'notTaken' | 'oneEach'
interface RuleRow {
  id: string
  item: Item
  value: string
}

export default defineHandler('ranking.fileRule', (input, context) =>
  filePage(
    input,
    {
      name: `rule.${context.lang}`,
      make: (file) => rulesOf(file, wordsIn(context), context.lang),
      finish: async (rows: RuleRow[], file) => {
        const words = await tieWords(file.rule.ties, file.rounds, context)
        return rows.map((row) => (row.item === 'tie' ? { ...row, value: words.get(row.value)! } : row))
      },
    },
    context,
  ),
)

type Words = (enumId: 'ranking.prize' | 'ranking.per' | 'ranking.notTaken' | RoundEnum, code: string) => string
type RoundEnum = 'review.aggregate' | 'review.normalisation' | 'review.missing'

function wordsIn({ platform, lang }: HandlerContext): Words {
  return (enumId, code) => enumLabel(enumId, code, platform)[lang]
}

function rulesOf(file: RankingFile, words: Words, lang: 'zh' | 'en'): RuleRow[] {
  const { rule, rounds, list, computedAt, hash } = file
  const roundOf = (id: string) => rounds.find((round) => round.id === id)!
  const rows: { item: Item; value: string }[] = [
    { item: 'version', value: String(list.version) },
    { item: 'computedAt', value: computedAt },
    { item: 'hash', value: hash },
    ...rule.rounds.map(({ roundId, weight }) => ({ item: 'round' as const, value: roundWords(roundOf(roundId), weight, words, lang) })),
    { item: 'votes', value: String(rule.votes) },
    ...rule.ties.map((tie) => ({ item: 'tie' as const, value: tie })),
    ...rule.quotas.map(({ prize, prizeName, number, percent, eventId }) => ({
      item: 'prize' as const,
      value: `${prizeName ?? words('ranking.prize', prize)} × ${number ?? `${percent}%`}${eventId === null ? '' : ` (#${eventId})`}`,
    })),
    { item: 'per', value: words('ranking.per', rule.per) },
    { item: 'digits', value: String(rule.digits) },
    { item: 'notTaken', value: words('ranking.notTaken', rule.notTaken) },
    { item: 'oneEach', value: rule.oneEach ? '✓' : '—' },
  ]
  return rows.map((row, at) => ({ id: String(at), ...row }))
}

function roundWords({ title, rules }: RankedRound, weight: number, words: Words, lang: 'zh' | 'en'): string {
  const { aggregate, normalisation, missing, dropHighest, dropLowest, reviewsPerWork } = rules
  return [
    `${title[lang]} × ${weight}`,
    words('review.aggregate', aggregate),
    words('review.normalisation', normalisation),
    words('review.missing', missing),
    `-${dropHighest}/-${dropLowest}`,
    `n = ${reviewsPerWork}`,
  ].join('; ')
}
