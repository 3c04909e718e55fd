import { useEffect } from 'react'
import { ref } from 'valtio/vanilla'
import { linkAction, runAction } from '../../runtime/client/actions.ts'
import { extendScope } from '../../runtime/client/scope.ts'
import type { TableDocument } from '../../runtime/core/documents.ts'
import { useScope, useScreen } from '../ScreenContext.ts'
import type { Row } from './tableColumns.ts'

/** Lets a drawer of the page go from row to row of a table: each is opened as a press on it would open it. */
export function useTableWalk(table: TableDocument, rows: readonly Row[], keyOf: (row: Row) => string): void {
  const { screen, host } = useScreen()
  const scope = useScope()
  // biome-ignore lint/correctness/useExhaustiveDependencies: what makes the key of a row never changes
  useEffect(() => {
    if (!table.open) return
    const open = (key: string) => {
      const row = rows.find((each) => keyOf(each) === key)
      const linked = row && linkAction(table.open!, extendScope(scope, { row }))
      if (linked) void runAction(linked, host)
    }
    screen.walks[table.id] = ref({ keys: rows.map(keyOf), open })
    return () => void delete screen.walks[table.id]
  }, [table, rows, screen, host, scope])
}
