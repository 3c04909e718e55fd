import type { ReactNode } from 'react'
import { useEffect, useMemo, useState } from 'react'
import { formatValue } from '../../runtime/client/format.ts'
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
  /** Rows of that page. */
  shown: number
  /** All rows that match the filters; with `isMore` there are more. */
  total: number
  isMore: boolean
  /** What the filters say. */
  params: Readonly<Record<string, unknown>>
  keyOf(row: Row): string
  clear(): void
}

/** Number of selected rows and the actions on them. In scope: `rows` and their `ids`; for actions that take all rows that match, also `params`,
 *  `everything` and `count`. Who has chosen a whole page of several is offered all rows that match. */
export function SelectionBar({ table, rows, here, shown, total, isMore, params, keyOf, clear }: SelectionBarProps): ReactNode {
  const above = useScope()
  const keys = rows.map(keyOf).join(' ')
  const [everything, setEverything] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: other filters or other rows are another choice
  useEffect(() => setEverything(false), [keys, params])
  const count = everything ? total : rows.length
  // biome-ignore lint/correctness/useExhaustiveDependencies: the keys stand for the rows
  const scope = useMemo(
    () => extendScope(above, { rows: everything ? [] : rows, ids: everything ? [] : rows.map(keyOf), params, everything, count }),
    [above, keys, params, everything, count],
  )
  if (rows.length === 0) return null
  const isOffered = table.matchingActions?.length && here === shown && (isMore || total > rows.length)
  const all = formatValue(total, 'number') + (isMore ? '+' : '')
  return (
    <div className="ag-selection" role="status">
      <span className="ag-selection__count">
        {everything ? translate('kernel.table.allChosen', { total: all }) : selectionWords(rows.length, here)}
      </span>
      {isOffered && !everything ? (
        <Button tone="link" size="small" onClick={() => setEverything(true)}>
          {translate('kernel.table.chooseAll', { total: all })}
        </Button>
      ) : null}
      <ScopeContext value={scope}>
        <ActionRow actions={table.matchingActions} size="small" onChanged={clear} />
        {!everything && <ActionRow actions={table.bulkActions} size="small" onChanged={clear} />}
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
