/** Assignments from a table of two columns, work and expert, as spreadsheets copy it. Nothing is assigned unless every line is sound; with `check` nothing is
 *  assigned at all. */
import { defineHandler } from '../../../runtime/core/contracts.ts'
import { parseCsv } from '../../../runtime/core/studio/csv.ts'
import { lockRound } from '../round.ts'
import { type AssignedWork, assignedWorks } from './assignedWorks.ts'
import { assignPairs, type PanelMember, pairKey, panelOf, settledPairs } from './roundPanel.ts'

const MAX_LINES = 20_000
// allowed text: headings as people write them, whatever the language of the screen
const HEAD = /^(作品|编号|作品名称|work|number|no\.?|title)$/i

type Problem = 'columns' | 'work' | 'expert' | 'twice' | 'conflict'
interface Line {
  line: number
  work: string
  expert: string
  problem: Problem | null
}

export default defineHandler('review.importAssignments', async ({ roundId, text, check }, context) => {
  const round = await lockRound(roundId, context)
  if (round.frozenAt !== null) return context.fail('REVIEW_FROZEN')
  const { rows, mistake } = parseCsv(text)
  if (mistake) return context.fail('REVIEW_IMPORT_TABLE')
  const body = rows.map((cells, at) => ({ cells: cells.map((cell) => cell.trim()), line: at + 1 })).filter(isFilled)
  if (body.length > MAX_LINES) return context.fail('REVIEW_IMPORT_LONG', { limit: MAX_LINES })
  const works = worksByName(await assignedWorks(round, context))
  const panel = expertsByName(await panelOf(round, context), await accountsOf())
  const { conflicts, known } = await settledPairs(round, context)
  const pairs: { workId: string; userId: string }[] = []
  const lines = body.map(({ cells, line }): Line => {
    const [work = '', expert = ''] = cells
    return { line, work, expert, problem: problemOf(work, expert) }
  })
  const wrong = lines.filter(({ problem }) => problem !== null)
  if (!check && wrong.length > 0) return context.fail('REVIEW_IMPORT_LINES', { count: wrong.length, line: wrong[0]!.line })
  if (!check) await assignPairs(round, pairs, 'import', context)
  return { lines: lines.length, sound: pairs.length, assigned: check ? 0 : pairs.length, wrong: wrong.slice(0, 200) }

  function problemOf(work: string, expert: string): Problem | null {
    if (work === '' || expert === '') return 'columns'
    const workId = works.get(work.toLowerCase())
    const userId = panel.get(expert.toLowerCase())
    if (workId === undefined) return 'work'
    if (userId === undefined) return 'expert'
    const key = pairKey(workId, userId)
    if (conflicts.has(key)) return 'conflict'
    if (known.has(key)) return 'twice'
    known.add(key)
    pairs.push({ workId, userId })
    return null
  }
  async function accountsOf() {
    const rows = await context.db
      .selectFrom('review_expert as e')
      .innerJoin('account_user as u', 'u.id', 'e.userId')
      .select(['u.id', 'u.userName', 'u.email'])
      .where('e.competitionId', '=', round.competitionId)
      .execute()
    return new Map(rows.map(({ id, userName, email }) => [id, [userName, email]]))
  }
})

function isFilled({ cells, line }: { cells: readonly string[]; line: number }): boolean {
  return cells.some((cell) => cell !== '') && !(line === 1 && HEAD.test(cells[0]!))
}

/** By number of the round, by id, by title; a title that two works have names none. */
function worksByName(works: readonly AssignedWork[]): Map<string, string> {
  const titles = Map.groupBy(works, ({ title }) => title.toLowerCase())
  return new Map([
    ...[...titles].flatMap(([title, own]) => (own.length === 1 ? [[title, own[0]!.workId] as const] : [])),
    ...works.flatMap(({ number, workId }) => (number === null ? [] : [[`#${number}`, workId] as const])),
    ...works.map(({ workId }) => [workId, workId] as const),
  ])
}

/** By name (unless two share it), user name, email. */
function expertsByName(panel: readonly PanelMember[], accounts: ReadonlyMap<string, readonly (string | null)[]>): Map<string, string> {
  const names = Map.groupBy(panel, ({ name }) => name.toLowerCase())
  return new Map([
    ...[...names].flatMap(([name, own]) => (own.length === 1 ? [[name, own[0]!.userId] as const] : [])),
    ...panel.flatMap(({ userId }) =>
      (accounts.get(userId) ?? []).flatMap((name) => (name === null ? [] : [[name.toLowerCase(), userId] as const])),
    ),
  ])
}
