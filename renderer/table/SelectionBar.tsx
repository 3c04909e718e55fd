import type { ReactNode } from 'react'
import { useMemo } from 'react'
import { extendScope } from '../../runtime/client/scope.ts'
import { translate } from '../../runtime/client/texts.ts'
import type { TableDocument } from '../../runtime/core/documents.ts'
import { ActionRow } from '../ActionButton.tsx'
import { ScopeContext, useScope } from '../ScreenContext.ts'
import { Button } from '../widgets/light/Button.tsx'
import type { Row } from './tableColumns.ts'

export interface SelectionBarProps {
  table: TableDocument
  /** The chosen ones, of all pages. */
  rows: Row[]
  /** How many of them are on the page that is shown. */
  here: number
  keyOf(row: Row): string
  clear(): void
}

/** Number of selected rows and the actions on them. In scope: `rows` and their `ids`. */
export function SelectionBar({ table, rows, here, keyOf, clear }: SelectionBarProps): ReactNode {
  const above = useScope()
  const keys = rows.map(keyOf).join(' ')
  // biome-ignore lint/correctness/useExhaustiveDependencies: the keys stand for the rows
  const scope = useMemo(() => extendScope(above, { rows, ids: rows.map(keyOf) }), [above, keys])
  if (rows.length === 0) return null
  return (
    <div className="ag-selection" role="status">
      <span className="ag-selection__count">{selectionWords(rows.length, here)}</span>
      <ScopeContext value={scope}>
        <ActionRow actions={table.bulkActions} size="small" onChanged={clear} />
      </ScopeContext>
      <Button tone="link" size="small" onClick={clear}>
        {translate('kernel.table.unselect')}
      </Button>
    </div>
  )
}

function selectionWords(count: number, here: number): string {
  if (here === count) return translate('kernel.table.selected', { count })
  return translate('kernel.table.selectedOverPages', { count, here, elsewhere: count - here })
}
