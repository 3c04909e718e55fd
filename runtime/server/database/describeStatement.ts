/** What a statement does, for traces and the log of slow ones: its operation, its table, and its text without what stands in quotes. Values are sent beside
 *  the text, but a constant of a document may be a literal in it. */

export interface DescribedStatement {
  /** `SELECT`, `INSERT`, `UPDATE`, `DELETE`, or the first word of another statement. */
  operation: string
  /** The table written, else the first one read; null for none. */
  table: string | null
  /** At most so long as a line of a log bears. */
  text: string
}

const LITERAL = /'(?:[^']|'')*'/g
const LONGEST = 2_000
/** How many texts are remembered: those of filters are without an end. */
const MAX_KNOWN = 1_000
const known = new Map<string, DescribedStatement>()

export function describeStatement(sql: string): DescribedStatement {
  const found = known.get(sql)
  if (found) return found
  if (known.size >= MAX_KNOWN) known.clear()
  const described = describe(sql.replace(LITERAL, "'?'"))
  known.set(sql, described)
  return described
}

const WRITES: readonly (readonly [operation: string, of: RegExp])[] = [
  ['INSERT', /\binsert\s+into\s+([\w."]+)/i],
  ['UPDATE', /\bupdate\s+(?:only\s+)?([\w."]+)\s+(?:(?:as\s+)?\w+\s+)?set\b/i],
  ['DELETE', /\bdelete\s+from\s+(?:only\s+)?([\w."]+)/i],
]
const READ = /\bfrom\s+(?:only\s+)?([\w."]+)/i

/** A statement that reads rows, writes them and adds entries to the log is named by the first that it writes. */
function describe(sql: string): DescribedStatement {
  const text = sql.length > LONGEST ? `${sql.slice(0, LONGEST)} ...` : sql
  const writes = WRITES.flatMap(([operation, of]) => {
    const match = of.exec(sql)
    return match ? [{ operation, table: bare(match[1]!), at: match.index }] : []
  }).toSorted((one, other) => one.at - other.at)
  if (writes[0]) return { operation: writes[0].operation, table: writes[0].table, text }
  const read = READ.exec(sql)
  const first = /^\W*(\w+)/.exec(sql)?.[1]?.toUpperCase() ?? 'NONE'
  return { operation: first === 'WITH' ? 'SELECT' : first, table: read ? bare(read[1]!) : null, text }
}

function bare(name: string): string {
  return name.replaceAll('"', '')
}
