/** What stands in a box for pasted lists -> the rows that it will be read as, and those that are not understood: the preview below the box, and the rule of
 *  its field. The handlers that take the text read it by the same functions. */
import { readAccounts, readPeople } from './readPeople.ts'
import { hasText, readTable } from './readTable.ts'

/** `people`: names and email addresses; `accounts`; `table`: the first row holds the names of the columns; `rows`: the columns are known, the first holds the name. */
export type PastedKind = 'people' | 'accounts' | 'table' | 'rows'

export interface PastedRow {
  line: number
  /** As it stands in the text. */
  written: string
  cells: readonly string[]
  isUnread: boolean
}
export interface Pasted {
  /** Names of the columns, when the text has them. */
  head: readonly string[] | null
  rows: readonly PastedRow[]
}

/** @param columns how many there are, of `rows` */
export function readPasted(text: string, kind: PastedKind, columns = 1): Pasted {
  if (kind === 'accounts') {
    return {
      head: null,
      rows: readAccounts(text).map(({ line, written, account }) => ({ line, written, cells: [account], isUnread: false })),
    }
  }
  if (kind === 'people') {
    const rows = readPeople(text).map(({ line, written, name, address }) =>
      address === null ? { line, written, cells: [written], isUnread: true } : { line, written, cells: [name, address], isUnread: false },
    )
    return { head: null, rows }
  }
  const { rows: all, mistake } = readTable(text)
  const rows = all.filter(hasText)
  const body = kind === 'table' ? rows.slice(1) : rows
  const head = kind === 'table' ? (rows[0]?.cells ?? []).map((cell) => cell.trim()) : null
  const max = head?.length ?? columns
  const read = body.map(({ line, cells, written }) => {
    const isLost = cells.slice(max).some((cell) => cell.trim() !== '') || (mistake !== null && line === mistake.line)
    const shown = cells.map((cell) => cell.trim())
    return { line, written, cells: shown, isUnread: isLost || (kind === 'rows' && !/^[^\r\n]+$/.test(shown[0]!)) }
  })
  return { head, rows: read }
}
