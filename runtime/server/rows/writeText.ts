/** The one form of a write of rows, no matter who makes it (operations of calls, transitions of flows, `context.rows`): a statement that locks the rows and reads
 *  what they were, writes them, adds their entries to the audit log, and answers of what it wrote. What an entry says of a row before and after is read by
 *  the statement itself, so no one can tell it otherwise. */
import { assignments } from '../calls/columnValues.ts'
import { logSnapshot, ROW, type RowSelection } from '../calls/rowSource.ts'
import type { TableModel } from '../database/tableModel.ts'
import { quote } from '../database/tableNames.ts'
import type { LogSource } from '../log/logEntry.ts'

/** Alias of the rows as they were; as they are now they are `ROW`. */
export const OLD = 'old'

interface Part {
  /** Writes the entries; null: the write has none. */
  entry: ((source: LogSource) => string) | null
  /** What follows SELECT, over `ROW` and `OLD`. */
  answer: string
}
interface Insert extends Part {
  /** `(columns) VALUES ...`, with what happens where the row is there already. */
  rows: string
  /** SELECT of the row that is there already. */
  met?: string | undefined
}
interface Change extends Part {
  /** Condition over `ROW`. */
  where: string
  set: readonly { name: string; sql: string }[]
  /** Fields that the entries tell of; without it all. */
  isLogged?: ((name: string) => boolean) | undefined
}
interface Removal extends Part {
  where: string
}

/** Texts of the writes of one table. */
export interface WriteText {
  insert(write: Insert): string
  change(write: Change): string
  remove(write: Removal): string
}

const NONE = 'NULL::jsonb'
const BOTH = `${ROW} JOIN ${OLD} ON ${OLD}."id" = ${ROW}."id"`
const texts = new WeakMap<TableModel, WriteText>()

export function writeText(selection: RowSelection): WriteText {
  const known = texts.get(selection.model) ?? compileText(selection)
  texts.set(selection.model, known)
  return known
}

function compileText(selection: RowSelection): WriteText {
  const table = quote(selection.model.name)
  const [before, after] = [logSnapshot(selection, OLD), logSnapshot(selection, ROW)]
  // the weaker lock of a change lets rows be added meanwhile that refer to these
  const held = (where: string, strength: 'NO KEY UPDATE' | 'UPDATE') =>
    `${OLD} AS (SELECT ${ROW}.* FROM ${table} ${ROW} WHERE ${where} ORDER BY ${ROW}."id" FOR ${strength})`
  return {
    insert({ rows, met, entry, answer }) {
      const known = met === undefined ? '' : `${OLD} AS (${met}), `
      const was = met === undefined ? NONE : `(SELECT ${before} FROM ${OLD})`
      const log = logged(entry, { from: ROW, alias: ROW, before: was, after })
      return `WITH ${known}${ROW} AS (INSERT INTO ${table} ${rows} RETURNING *)${log} SELECT ${answer}`
    },
    change({ where, set, isLogged, entry, answer }) {
      const update = `UPDATE ${table} n SET ${assignments(set)} FROM ${OLD} WHERE n."id" = ${OLD}."id" RETURNING n.*`
      const sides = isLogged
        ? { before: logSnapshot(selection, OLD, isLogged), after: logSnapshot(selection, ROW, isLogged) }
        : { before, after }
      const log = logged(entry, { from: BOTH, alias: ROW, ...sides })
      return `WITH ${held(where, 'NO KEY UPDATE')}, ${ROW} AS (${update})${log} SELECT ${answer}`
    },
    remove({ where, entry, answer }) {
      const remove = `DELETE FROM ${table} n USING ${OLD} WHERE n."id" = ${OLD}."id" RETURNING n.*`
      const log = logged(entry, { from: ROW, alias: ROW, before: after, after: NONE })
      return `WITH ${held(where, 'UPDATE')}, ${ROW} AS (${remove})${log} SELECT ${answer}`
    },
  }
}

function logged(entry: Part['entry'], source: LogSource): string {
  return entry ? `, log AS (${entry(source)})` : ''
}
