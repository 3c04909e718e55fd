/** Sheet of a ranking's workbook: its order, with what it follows from. */
import { defineHandler } from '../../../runtime/core/contracts.ts'
import type { RankingFile, RankingLine } from '../compute/RankingFile.ts'
import { shownLines } from '../inputs/shownLines.ts'
import { filePage } from './filePage.ts'

export default defineHandler('ranking.fileResult', (input, context) =>
  filePage(
    input,
    {
      name: 'result',
      make: ({ result }) => result.lines,
      finish: async (lines: RankingLine[], file) => {
        const shown = await shownLines(lines, file, context)
        return lines.map((line, at) => {
          const { name, school, work, prize, prizeName } = shown[at]!
          const { rank, tied, score, votes, voteScore } = line
          return {
            id: line.work,
            rank,
            tied,
            prize,
            prizeName,
            name,
            school,
            work,
            score,
            votes,
            voteScore,
            ...roundTexts(line, file, context.lang),
          }
        })
      },
    },
    context,
  ),
)

/** Scores of the rounds of the rule, in its order. */
function roundTexts({ scores }: RankingLine, { rule, rounds }: RankingFile, lang: 'zh' | 'en') {
  const texts = rule.rounds.map(({ roundId }, at) => `${rounds.find(({ id }) => id === roundId)?.title[lang]} ${scores[at] ?? '—'}`)
  return { rounds: texts.join('; ') }
}
