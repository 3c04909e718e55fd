/** What the two shapes of a table's body share: rows side by side on a wide screen, cards on a phone. */
import type { TableDocument } from '../../runtime/core/documents.ts'
import type { Column, Row } from './tableColumns.ts'
import type { TableView } from './tableView.ts'

export interface BodyProps {
  table: TableDocument
  columns: readonly Column[]
  rows: readonly Row[]
  view: TableView
  /** Key -> row, kept over pages. */
  chosen: ReadonlyMap<string, Row>
  setChosen(chosen: ReadonlyMap<string, Row>): void
  /** Selects a row or deselects it; with `range` all rows of this page from the one chosen before it. */
  choose(row: Row, range: boolean): void
  keyOf(row: Row): string
  change(part: Partial<TableView>): void
  fresh: boolean
  busy: boolean
}

/** Whether rows have a box to choose them. */
export function choosesRows({ bulkActions, matchingActions }: TableDocument): boolean {
  return Boolean(bulkActions?.length || matchingActions?.length)
}

export interface Choice {
  rows: readonly Row[]
  keyOf(row: Row): string
  /** Index of the row that was pressed before, -1 for none; the range is from it to the pressed one. */
  from: number
  /** Index of the pressed row. */
  to: number
}

/** The chosen rows after a press: the pressed one changes, and the others of the range become as it. */
export function toggled(chosen: ReadonlyMap<string, Row>, { rows, keyOf, from, to }: Choice): ReadonlyMap<string, Row> {
  const next = new Map(chosen)
  const isDeselecting = chosen.has(keyOf(rows[to]!))
  const start = from < 0 ? to : from
  for (const row of rows.slice(Math.min(start, to), Math.max(start, to) + 1))
    isDeselecting ? next.delete(keyOf(row)) : next.set(keyOf(row), row)
  return next
}

/** Of a press on a row or its box. */
export function isRange({ nativeEvent }: { nativeEvent: Event }): boolean {
  return 'shiftKey' in nativeEvent && nativeEvent.shiftKey === true
}
