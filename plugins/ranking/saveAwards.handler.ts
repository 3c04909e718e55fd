/** Saves lines of a ranking list, entered one by one or pasted as a table. Nothing is stored unless every line is sound. */
import { defineHandler, type HandlerContext } from '../../runtime/core/contracts.ts'
import type { LocalText } from '../../runtime/core/documents.ts'
import { draftList, type RankingList } from './heldList.ts'
import { MAX_LINES, removeLines, writeLines } from './lines.ts'
import { linkLines } from './linkLines.ts'
import { type AwardLine, parseTable } from './parseTable.ts'

export default defineHandler('ranking.saveAwards', async ({ listId, replace = false, text, entries = [] }, context) => {
  const { db, fail, rows } = context
  const list = await draftList(listId, context)
  const { version } = list
  const lines = [...(text === undefined ? [] : parsed(text, context)), ...(await checked(entries, context))]
  const before = await db
    .selectFrom('ranking_award')
    .select(['id', 'position'])
    .where('listId', '=', listId)
    .where('version', '=', version)
    .execute()
  const kept = replace ? [] : before
  if (kept.length + lines.length > MAX_LINES) return fail('AWARDS_TOO_MANY', { max: MAX_LINES })
  if (replace) await startByHand(list, context)
  const first = kept.reduce((next, { position }) => Math.max(next, Number(position) + 1), 0)
  await writeLines(
    list,
    lines.map((line, index) => ({ ...line, position: first + index })),
    context,
  )
  await linkLines(list, context)
  const counts = { before: { lines: before.length }, after: { lines: kept.length + lines.length, replace } }
  await rows.record({ entity: 'ranking.list', rowId: listId, ...counts })
  return { saved: lines.length }
})

/** Removes the computed lines with their rule and file, because lines entered by hand do not follow from these. */
async function startByHand({ id, version }: RankingList, context: HandlerContext): Promise<void> {
  const ofVersion = { listId: id, number: version }
  await removeLines({ id, version }, context)
  await context.rows.save('ranking.list', { id }, { source: 'hand', rule: null })
  await context.rows.saveWhere('ranking.version', ofVersion, { rule: null, fileHash: null })
  await context.rows.removeWhere('ranking.file', ofVersion)
}

/** @throws AWARDS_COLUMNS, AWARDS_LINE */
function parsed(text: string, { platform, lang, fail }: HandlerContext): AwardLine[] {
  const prizes = platform.get('enum', 'ranking.prize').values
  const codeOf = (label: string) => {
    const found = prizes.find(({ code, label: words }) => [code, ...Object.values(words as LocalText)].some((word) => isSame(word, label)))
    return found ? String(found.code) : null
  }
  const problem = (line: number, what: string) => fail('AWARDS_LINE', { line, problem: platform.texts[lang][`ranking.problem.${what}`] })
  const table = parseTable(text, codeOf)
  if (table === null) return fail('AWARDS_COLUMNS')
  if (table.problem) return problem(table.problem.line, table.problem.what)
  const { fields } = platform.get('entity', 'ranking.award')
  const isLong = ([name, value]: [string, unknown]) => String(value).length > (fields[name]?.maxLength ?? Number.POSITIVE_INFINITY)
  const long = table.lines.find(({ award }) => Object.entries(award).some(isLong))
  return long ? problem(long.line, 'long') : table.lines.map(({ award }) => award)
}

function isSame(word: unknown, label: string): boolean {
  return String(word).toLowerCase() === label.toLowerCase()
}

async function checked(entries: readonly Record<string, unknown>[], { documents }: HandlerContext): Promise<AwardLine[]> {
  const lines: AwardLine[] = []
  for (const entry of entries) lines.push((await documents.forms.submit({ id: 'ranking.award' }, entry)).answers)
  return lines
}
