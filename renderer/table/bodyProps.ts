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
  keyOf(row: Row): string
  change(part: Partial<TableView>): void
  fresh: boolean
  busy: boolean
}

/** The chosen rows with one more or one less. */
export function toggled(chosen: ReadonlyMap<string, Row>, key: string, row: Row): ReadonlyMap<string, Row> {
  const next = new Map(chosen)
  if (!next.delete(key)) next.set(key, row)
  return next
}
