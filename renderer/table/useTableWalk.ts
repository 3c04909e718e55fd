import { useEffect, useRef } from 'react'
import { ref } from 'valtio/vanilla'
import { linkAction, runAction } from '../../runtime/client/actions.ts'
import { extendScope } from '../../runtime/client/scope.ts'
import type { TableDocument } from '../../runtime/core/documents.ts'
import { useScope, useScreen } from '../ScreenContext.ts'
import type { Row } from './tableColumns.ts'
import type { TableView, ViewChange } from './tableView.ts'
import type { RowsState } from './useRows.ts'

interface WalkedTable {
  table: TableDocument
  state: Pick<RowsState, 'rows' | 'total' | 'atLeast'>
  view: Pick<TableView, 'page' | 'size'>
  keyOf(row: Row): string
  change(part: ViewChange): void
}

/** Lets a drawer of the page go from row to row of a table, over its pages: each is opened as a press on it would open it. */
export function useTableWalk({ table, state, view, keyOf, change }: WalkedTable): void {
  const { screen, host } = useScreen()
  const scope = useScope()
  const { rows, total, atLeast } = state
  const { page, size } = view
  /** Where a page was turned: its rows are gone once the next ones are here. */
  const turned = useRef<{ rows: readonly Row[]; to: 0 | -1 } | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what makes the key of a row, and what changes the view, never changes
  useEffect(() => {
    if (!table.open) return
    const open = (key: string) => {
      const row = rows.find((each) => keyOf(each) === key)
      const linked = row && linkAction(table.open!, extendScope(scope, { row }))
      if (linked) void runAction(linked, host)
    }
    const turn = (by: 1 | -1) => () => {
      turned.current = { rows, to: by === 1 ? 0 : -1 }
      change({ page: page + by })
    }
    const before = (page - 1) * size
    const isMore = rows.length > 0 && (atLeast || before + rows.length < total)
    screen.walks[table.id] = ref({
      keys: rows.map(keyOf),
      before,
      total: atLeast ? `${total}+` : String(total),
      open,
      turn: { next: isMore ? turn(1) : undefined, previous: page > 1 ? turn(-1) : undefined },
    })
    const wanted = turned.current
    if (wanted && wanted.rows !== rows && rows.length > 0) {
      turned.current = null
      open(keyOf(rows.at(wanted.to)!))
    }
    return () => void delete screen.walks[table.id]
  }, [table, rows, total, atLeast, page, size, screen, host, scope])
}
