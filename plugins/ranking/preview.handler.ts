/** What a rule gives now, in the words of those who decide about it. Stores nothing. */
import { defineHandler, type HandlerContext } from '../../runtime/core/contracts.ts'
import type { LocalText } from '../../runtime/core/documents.ts'
import { eventTitles } from '../competition/event/eventTitles.ts'
import { titlesOf } from '../review/assignment/shownNames.ts'
import { partedBy } from './compute/partedBy.ts'
import type { PrizeBorder, RankingFile, RankingLine } from './compute/RankingFile.ts'
import { heldList } from './heldList.ts'
import { changedLines } from './inputs/changedLines.ts'
import { type ComputedList, computedList } from './inputs/computedList.ts'
import { type ShownLine, shownLines } from './inputs/shownLines.ts'
import { resultText } from './resultText.ts'
import { checkedRule } from './rule/checkedRule.ts'
import { tieWords } from './tieWords.ts'
import { versionLines } from './versionLines.ts'

const PAGE = 20
const CHANGES = 50
/** Lines on either side of a border. */
const AROUND = 2
const NAMED = 5

export default defineHandler('ranking.preview', async ({ id, answers, pageNum = 1, pageSize = PAGE }, context) => {
  const list = await heldList(id, context)
  const computed = await computedList(list, await checkedRule(list, answers, context), context)
  const { file, lines, result } = computed
  const events = await eventTitles(list.competitionId, context)
  const changes = changedLines(await versionLines(list.id, list.version, context), lines)
  const count = (what: string) => changes.filter((change) => change.what === what).length
  const reviews = file.rounds.flatMap((round) => round.reviews)
  const parted = await partings(file, context)
  return {
    ...{ works: file.works.length, reviews: reviews.length, conflicts: reviews.filter(({ conflict }) => conflict).length },
    ...{ ranked: file.result.lines.length, total: lines.length, pageNum, pageSize },
    tiedWorks: file.result.lines.filter(({ tied }) => tied).length,
    borderTies: file.result.borders.filter(({ tied }) => tied.length > 0).length,
    openRounds: file.rounds.filter(({ frozenAt }) => frozenAt === null).length,
    unranked: await unrankedBy(file, context),
    list: lines
      .slice((pageNum - 1) * pageSize, pageNum * pageSize)
      .map(({ workId, rank, tied, prize, prizeName, name, work, score, eventId }) => ({
        ...{ id: workId, rank: rank!, tied, prize, prizeName, name, work, score, event: events.get(eventId) ?? null },
        parted: parted.get(workId) ?? null,
      })),
    partedWorks: parted.size,
    borders: await bordersWith(computed, events, context),
    ...{ added: count('added'), removed: count('removed'), changed: count('changed') },
    changes: changes.slice(0, CHANGES).map(({ what, name, from, to }) => ({
      ...{ what, name },
      before: from && resultText(from, context.platform, context.lang),
      after: to && resultText(to, context.platform, context.lang),
    })),
    result,
  }
})

/** What parted works with the same score, in words: "Median of single reviews: 86 > 85". */
async function partings({ result, rule, rounds }: RankingFile, context: HandlerContext): Promise<Map<string, string>> {
  const words = await tieWords(rule.ties, rounds, context)
  const sign = context.lang === 'zh' ? '：' : ': '
  return new Map(
    [...partedBy(result, rule)].map(([work, { tie, own, other }]) => {
      if (tie === 'earlier') return [work, words.get(tie)!]
      const isBetter = (own ?? Number.NEGATIVE_INFINITY) > (other ?? Number.NEGATIVE_INFINITY)
      return [work, `${words.get(tie)}${sign}${shown(own)} ${isBetter ? '>' : '<'} ${shown(other)}`]
    }),
  )
}

/** With two decimals at most. */
const shown = (value: number | null) => (value === null ? '—' : String(Math.round(value * 100) / 100))

async function unrankedBy({ result }: RankingFile, context: HandlerContext) {
  const groups = [...Map.groupBy(result.unranked, ({ because }) => because)]
  const named = groups.flatMap(([, works]) => works.slice(0, NAMED).map(({ work }) => work))
  const titles = await titlesOf(named, context)
  return groups.map(([because, works]) => ({
    because,
    count: works.length,
    titles: works
      .slice(0, NAMED)
      .map(({ work }) => titles.get(work))
      .join(context.lang === 'zh' ? '、' : ', '),
  }))
}

/** Each with the last lines that have the prize and the first that have not. */
async function bordersWith({ file }: ComputedList, events: ReadonlyMap<string, LocalText>, context: HandlerContext) {
  const { rule, result } = file
  const beside = result.borders.map((border) => linesAround(border, file))
  const named = await shownLines([...new Set(beside.flat())], file, context)
  const byWork = new Map(named.map((line) => [line.workId, line]))
  return result.borders.map(({ event, quota, places, awarded, tied }, at) => ({
    event: event === null ? null : (events.get(event) ?? null),
    ...{ prize: rule.quotas[quota]!.prize, prizeName: rule.quotas[quota]!.prizeName, places, awarded, tied: tied.length },
    around: beside[at]!.map((line) => aroundLine(line, byWork.get(line.work)!, { quota, tied })),
  }))
}

function aroundLine(line: RankingLine, { name, work, score }: ShownLine, { quota, tied }: Pick<PrizeBorder, 'quota' | 'tied'>) {
  return { rank: line.rank, name, work, score, has: line.quota === quota, tied: tied.includes(line.work) }
}

function linesAround({ event, quota, tied }: PrizeBorder, { result, rule }: RankingFile): RankingLine[] {
  const own = rule.per === 'list' ? result.lines : result.lines.filter((line) => line.event === event)
  const last = own.findLastIndex((line) => line.quota === quota)
  const end = last >= 0 ? last + 1 : own.findIndex((line) => tied.includes(line.work))
  return end < 0 ? [] : own.slice(Math.max(0, end - AROUND), end + Math.max(AROUND, tied.length))
}
