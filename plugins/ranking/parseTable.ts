/** A table copied from a spreadsheet, or a CSV file's text -> rows by field. Pure; knows the names people give to the columns, in both languages. */

import { hasText, readTable } from '../../runtime/core/typed/readTable.ts'
import { normaliseIdentifier } from '../../runtime/core/values/normaliseText.ts'
import type { Row } from '../generated/tables.ts'

/** One line of a ranking list, as its form takes it. */
export interface AwardLine {
  rank?: number
  prize?: Row<'ranking_award'>['prize']
  prizeName?: string
  name: string
  school?: string
  members?: string
  instructors?: string
  work?: string
  score?: string
}
/** `cells`: more than there are columns; `columns`: two of the same; `rows`: only the names of the columns; `quote`: one that does not end. */
export type Problem = 'name' | 'rank' | 'cells' | 'columns' | 'rows' | 'quote'
/** `line`: as the person counts, the names of the columns are line 1. Null: no column holds the name. */
export type ParsedTable =
  | { lines: { line: number; award: AwardLine }[]; problem?: undefined }
  | { problem: { line: number; what: Problem } }
  | null

const PEOPLE: ReadonlySet<keyof AwardLine> = new Set(['members', 'instructors'])
const COLUMNS: Record<keyof AwardLine, RegExp> = {
  // allowed text: headings as people write them, whatever the language of the screen
  rank: /^(名次|排名|序号|rank|place|no\.?)$/i,
  prize: /^(奖项|奖级|获奖等级|等级|prize|award)$/i,
  prizeName: /^(奖项名称|prize name)$/i,
  name: /^(名称|姓名|选手|队名|团队|参赛队伍|参赛者|选手或团队|name|team|person|participant|person or team)$/i,
  school: /^(学校|单位|学校或单位|院校|school|university|company|school or company)$/i,
  members: /^(成员|队员|members?)$/i,
  instructors: /^(指导教师|指导老师|instructors?|advisors?)$/i,
  work: /^(作品|作品名称|项目|题目|work|title|project)$/i,
  score: /^(成绩|得分|分数|score|points)$/i,
}

/** @param prizeCode  code of a prize by its label in any language, null for one that is not usual */
export function parseTable(text: string, prizeCode: (label: string) => string | null): ParsedTable {
  const { rows, mistake } = readTable(text)
  if (mistake) return { problem: { line: mistake.line, what: 'quote' } }
  const [head, ...body] = rows.filter(hasText)
  const fields = (head?.cells ?? []).map((title) => fieldOf(title.trim()))
  if (!head || !fields.includes('name')) return null
  const known = fields.filter((field) => field !== null)
  if (new Set(known).size < known.length) return { problem: { line: head.line, what: 'columns' } }
  if (body.length === 0) return { problem: { line: head.line, what: 'rows' } }
  const lines: { line: number; award: AwardLine }[] = []
  for (const { line, cells } of body) {
    const read = readLine(fields, cells, prizeCode)
    if (typeof read === 'string') return { problem: { line, what: read } }
    lines.push({ line, award: read })
  }
  return { lines }
}

function readLine(fields: readonly (keyof AwardLine | null)[], cells: readonly string[], prizeCode: (label: string) => string | null) {
  if (cells.slice(fields.length).some((cell) => cell.trim() !== '')) return 'cells' satisfies Problem
  const given: Partial<Record<keyof AwardLine, string>> = {}
  for (const [index, field] of fields.entries()) {
    const text = field && oneLine(cells[index] ?? '', PEOPLE.has(field) ? '\u3001' : ' ')
    if (field && text) given[field] = text
  }
  const { rank, prize, name, ...rest } = given
  if (!name) return 'name' satisfies Problem
  const place = rank === undefined ? undefined : readRank(rank)
  if (place === null) return 'rank' satisfies Problem
  return { ...rest, ...(place === undefined ? {} : { rank: place }), ...prizeOf(prize, prizeCode), name } as AwardLine
}

/** `3`, `３`, `第 3 名`; null for anything else, `1e2` and `0x10` among it. */
function readRank(text: string): number | null {
  // allowed text: a rank as people write it, whatever the language of the screen
  const digits = /^第?\s*([1-9]\d{0,8})\s*名?$/.exec(normaliseIdentifier(text))?.[1]
  return digits === undefined ? null : Number(digits)
}

/** Line breaks inside a cell part people, and words elsewhere. */
function oneLine(cell: string, between: string): string {
  return cell
    .split(/[\r\n]+/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join(between)
}

/** A prize that is not usual keeps its own words. */
function prizeOf(label: string | undefined, prizeCode: (label: string) => string | null): Pick<AwardLine, 'prize' | 'prizeName'> {
  if (label === undefined) return {}
  const code = prizeCode(label)
  return code === null ? { prize: 'other', prizeName: label } : { prize: code as AwardLine['prize'] }
}

function fieldOf(title: string): keyof AwardLine | null {
  const entries = Object.entries(COLUMNS) as [keyof AwardLine, RegExp][]
  return entries.find(([, pattern]) => pattern.test(title))?.[0] ?? null
}
