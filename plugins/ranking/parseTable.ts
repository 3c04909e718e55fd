/** A table copied from a spreadsheet, or a CSV file's text -> rows by field. Pure; knows the names people give to the columns, in both languages. */

/** One line of a ranking list, as its form takes it. */
import type { Row } from '../generated/tables.ts'
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
export type Problem = 'name' | 'rank'
/** `line`: as the person counts, the names of the columns are line 1. Null: no column holds the name. */
export type ParsedTable =
  | { lines: { line: number; award: AwardLine }[]; problem?: undefined }
  | { problem: { line: number; what: Problem } }
  | null

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
  const rows = text
    .split(/\r?\n/)
    .map((line, index) => ({ line: index + 1, cells: cellsOf(line) }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''))
  const [head, ...body] = rows
  const fields = (head?.cells ?? []).map((title) => fieldOf(title))
  if (!fields.includes('name')) return null
  const lines: { line: number; award: AwardLine }[] = []
  for (const { line, cells } of body) {
    const read = readLine(fields, cells, prizeCode)
    if (typeof read === 'string') return { problem: { line, what: read } }
    lines.push({ line, award: read })
  }
  return { lines }
}

function readLine(fields: readonly (keyof AwardLine | null)[], cells: readonly string[], prizeCode: (label: string) => string | null) {
  const given: Partial<Record<keyof AwardLine, string>> = {}
  for (const [index, field] of fields.entries()) if (field && cells[index]) given[field] = cells[index]
  const { rank, prize, name, ...rest } = given
  if (!name) return 'name' satisfies Problem
  const place = rank === undefined ? undefined : Number(rank.replace(/^第|名$/g, ''))
  if (place !== undefined && (!Number.isInteger(place) || place < 1)) return 'rank' satisfies Problem
  return { ...rest, ...(place === undefined ? {} : { rank: place }), ...prizeOf(prize, prizeCode), name } as AwardLine
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

/** Cells parted by tabs; without any, by commas, where quotes keep a comma inside (RFC 4180, one line a row). */
function cellsOf(line: string): string[] {
  if (line.includes('\t')) return line.split('\t').map((cell) => cell.trim())
  const cells = line.replaceAll('，', ',').match(/("([^"]|"")*"|[^,]*)(,|$)/g) ?? []
  return cells.slice(0, -1).map((cell) => {
    const bare = cell.replace(/,$/, '').trim()
    return bare.startsWith('"') ? bare.slice(1, -1).replaceAll('""', '"') : bare
  })
}
