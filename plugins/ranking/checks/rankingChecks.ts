/** Checks the working version of a list before others see it. Reads only; what it finds is up to date when the caller holds the lock of the list. */
import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import type { RankingCheck, RankingSeverity } from '../../generated/enums.ts'
import type { RankingFile, RankingLine } from '../compute/RankingFile.ts'
import type { RankingList } from '../heldList.ts'
import { changedLines, type LineNow } from '../inputs/changedLines.ts'
import { computedList } from '../inputs/computedList.ts'
import { listedLines } from '../inputs/shownLines.ts'
import { storedFile } from '../inputs/storedFile.ts'
import { type CheckedLine, checkedLines } from './checkedLines.ts'
import { conflictsCounted } from './conflictsCounted.ts'
import { lackingReviews } from './lackingReviews.ts'
import { openObjections, openWindow } from './openObjections.ts'

export interface FoundCheck {
  code: RankingCheck
  severity: RankingSeverity
  /** At least 1. */
  count: number
  /** `names`: the first of them, in the asker's language; `to`: address of the page where it is corrected. */
  params: { names: string; to: string }
}
/** `count`: where it is not the number of names. */
type Found = Omit<FoundCheck, 'count' | 'params'> & { names: readonly string[]; to: string; count?: number }

const NAMED = 5

/** Errors first. */
export async function rankingChecks(context: HandlerContext, list: RankingList): Promise<FoundCheck[]> {
  const lines = await checkedLines(list, context)
  const file = await storedFile(list, context)
  const found = [
    ...(await objectionChecks(list, context)),
    ...lineChecks(lines, list),
    ...(file ? await fileChecks({ file, lines, list }, context) : []),
  ]
  const separator = context.lang === 'zh' ? '、' : ', '
  return found
    .filter(({ names }) => names.length > 0)
    .sort((one, other) => Number(one.severity === 'warning') - Number(other.severity === 'warning'))
    .map(({ code, severity, names, to, count = names.length }) => {
      const more = names.length > NAMED ? ' …' : ''
      return { code, severity, count, params: { names: `${names.slice(0, NAMED).join(separator)}${more}`, to } }
    })
}

const PAGE = '/createNewCompetition/competition/rankingList'
const progress = ({ competitionId }: RankingList, roundId: string | undefined) =>
  `/admin/judging?competitionId=${competitionId}&tab=progress${roundId === undefined ? '' : `&roundId=${roundId}`}`
const editing = ({ id, competitionId }: RankingList, tab: string) => `${PAGE}?competitionId=${competitionId}&ranking=${id}&tab=${tab}`

async function objectionChecks(list: RankingList, context: HandlerContext): Promise<Found[]> {
  const window = openWindow(list, context)
  const to = editing(list, 'objections')
  return [
    { code: 'objections', severity: 'warning', names: await openObjections(list, context), to },
    { code: 'window', severity: 'warning', names: window === null ? [] : [window.until], count: window?.days ?? 0, to },
  ]
}

/** Of every list. */
function lineChecks(lines: readonly CheckedLine[], list: RankingList): Found[] {
  const { competitionId, rule } = list
  const nameOf = ({ name, rank }: CheckedLine) => (name.trim() === '' ? `#${rank ?? '?'}` : name)
  const known = lines.filter(({ registrationId }) => registrationId !== null)
  const changed = lines.filter((line) => line.changed)
  const doubles = [...Map.groupBy(known, ({ registrationId }) => registrationId).values()].filter((own) => own.length > 1)
  const mayRepeat = (rule as { oneEach?: boolean } | null)?.oneEach === false
  const named = (code: RankingCheck, found: readonly CheckedLine[], to: string): Found => ({
    ...{ code, severity: 'error', names: found.map(nameOf), to },
  })
  return [
    named(
      'registration',
      lines.filter(({ registered }) => !registered),
      `/admin/regManagement?competitionId=${competitionId}`,
    ),
    named(
      'work',
      lines.filter(({ accepted }) => !accepted),
      `/admin/workmanagement?competitionId=${competitionId}`,
    ),
    named(
      'noName',
      lines.filter(({ name }) => name.trim() === ''),
      editing(list, 'lines'),
    ),
    { ...named('changedWork', changed, `/admin/workmanagement?competitionId=${competitionId}`), severity: 'warning' },
    named('double', mayRepeat ? [] : doubles.map((own) => own[0]!), editing(list, 'lines')),
  ]
}

interface Computed {
  file: RankingFile
  lines: readonly CheckedLine[]
  list: RankingList
}

/** Of a list that was computed. */
async function fileChecks({ file, lines, list }: Computed, context: HandlerContext): Promise<Found[]> {
  const { lang } = context
  const { open, gone } = await unsettledRounds(file, context)
  const lacking = await lackingReviews({ file, lines }, context)
  const edited = editedLines(file, lines)
  // manual changes are reported separately
  const fresh = edited.length > 0 || gone.length > 0 ? null : await computedList(list, file.rule, context)
  return [
    { code: 'roundGone', severity: 'error', names: gone.map(({ title }) => title[lang]), to: editing(list, 'rule') },
    { code: 'roundOpen', severity: 'error', names: open.map(({ title }) => title[lang]), to: progress(list, open[0]?.id) },
    { code: 'missingScores', severity: 'error', names: lacking.unranked, to: progress(list, lacking.roundId) },
    { code: 'missingReviews', severity: 'warning', names: lacking.listed, to: progress(list, lacking.roundId) },
    { code: 'tieAtBorder', severity: 'error', names: tiesAtBorders(file, lines), to: editing(list, 'rule') },
    { code: 'conflict', severity: 'error', names: await conflictsCounted({ file, lines }, context), to: editing(list, 'rule') },
    { code: 'edited', severity: 'warning', names: edited, to: editing(list, 'rule') },
    {
      ...{ code: 'outdated', severity: 'warning', to: editing(list, 'rule') },
      names: fresh === null ? [] : changedLines(lines, fresh.lines).map(({ name }) => name),
    },
  ]
}

/** Not frozen now, or deleted. */
async function unsettledRounds({ rounds }: RankingFile, { db }: HandlerContext) {
  const rows = await db
    .selectFrom('review_round')
    .select(['id', 'frozenAt', 'removedAt'])
    .where('id', 'in', [...rounds.map(({ id }) => id), '0'])
    .execute()
  const kept = new Map(rows.filter(({ removedAt }) => removedAt === null).map((row) => [row.id, row]))
  return {
    open: rounds.filter(({ id }) => kept.get(id)?.frozenAt === null),
    gone: rounds.filter(({ id }) => !kept.has(id)),
  }
}

/** Works that share a rank on either side of a border. Once someone gave one of them another rank or prize by hand, the tie is settled. */
function tiesAtBorders({ result, rule }: RankingFile, now: readonly LineNow[]): string[] {
  const byWork = new Map(now.map((line) => [line.workId, line]))
  const computed = new Map(result.lines.map((line) => [line.work, line]))
  const isUntouched = (work: string) => {
    const [line, was] = [byWork.get(work), computed.get(work)!]
    return line === undefined || (line.rank === was.rank && line.prize === prizeOf(was, rule))
  }
  const open = result.borders.filter(({ tied }) => tied.length > 0 && tied.every(isUntouched))
  return [...new Set(open.flatMap(({ tied }) => tied))].map((work) => byWork.get(work)?.name ?? `#${computed.get(work)!.rank}`)
}

/** Lines that are not as the file has them. */
function editedLines(file: RankingFile, now: readonly LineNow[]): string[] {
  const { rule, result } = file
  const byWork = new Map(result.lines.map((line) => [line.work, line]))
  const isSame = (line: LineNow) => {
    const was = line.workId === null ? undefined : byWork.get(line.workId)
    if (!was) return false
    return line.rank === was.rank && line.prize === prizeOf(was, rule) && line.score === was.score.toFixed(rule.digits)
  }
  const kept = new Set(now.map(({ workId }) => workId))
  const gone = listedLines(file)
    .filter(({ work }) => !kept.has(work))
    .map(({ rank }) => `#${rank}`)
  return [...now.filter((line) => !isSame(line)).map(({ name }) => name), ...gone]
}

function prizeOf({ quota }: RankingLine, { quotas }: RankingFile['rule']): string | null {
  return quota === null ? null : quotas[quota]!.prize
}
