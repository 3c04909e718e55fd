import type { CSSProperties, KeyboardEvent, MouseEvent, ReactNode } from 'react'
import { useMemo } from 'react'
import { extendScope } from '../../runtime/client/scope.ts'
import { translate } from '../../runtime/client/texts.ts'
import { useAction } from '../ActionButton.tsx'
import { ScopeContext, useScope } from '../ScreenContext.ts'
import { joinClasses } from '../widgets/light/joinClasses.ts'
import type { BodyProps } from './bodyProps.ts'
import { choosesRows, isRange } from './bodyProps.ts'
import { CellValue } from './CellValue.tsx'
import { RowActions } from './RowActions.tsx'
import { TableHead } from './TableHead.tsx'
import type { Column, Row } from './tableColumns.ts'
import { isNumeric } from './tableColumns.ts'
import { useRowRoom } from './useRowRoom.ts'

const SKELETON_ROWS = 8

/** The table on a wide screen: a real `<table>` with a sticky head and first columns. Enter opens the focused row, arrow keys move between rows. */
export function TableGrid(props: BodyProps): ReactNode {
  const { table, columns, rows, fresh, busy, keyOf } = props
  const { box, tight, overflows } = useRowRoom(`${columns.map(({ key }) => key)} ${rows.map(keyOf)}`)
  return (
    <section
      ref={box}
      className={joinClasses('ag-table-scroll', tight && 'ag-table-scroll--tight', overflows && 'ag-table-scroll--more')}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
      tabIndex={0}
      aria-label={translate('kernel.table.region')}
      aria-busy={busy}
    >
      <table className="ag-table">
        <TableHead {...props} />
        <tbody>
          {fresh
            ? Array.from({ length: SKELETON_ROWS }, (_, index) => (
                <SkeletonRow
                  // biome-ignore lint/suspicious/noArrayIndexKey: shapes without identity
                  key={index}
                  cells={columns.length + (choosesRows(table) ? 1 : 0) + (table.rowActions?.length ? 1 : 0)}
                />
              ))
            : rows.map((row) => <ScopedRow key={keyOf(row)} row={row} tight={tight} {...props} />)}
        </tbody>
      </table>
    </section>
  )
}

function ScopedRow(props: BodyProps & { row: Row; tight: boolean }): ReactNode {
  const above = useScope()
  const scope = useMemo(() => extendScope(above, { row: props.row }), [above, props.row])
  return (
    <ScopeContext value={scope}>
      <RowView {...props} />
    </ScopeContext>
  )
}

function RowView({ table, columns, row, chosen, choose, keyOf, tight }: BodyProps & { row: Row; tight: boolean }): ReactNode {
  const open = useAction(table.open)
  const selects = choosesRows(table)
  const key = keyOf(row)
  const isChosen = chosen.has(key)
  return (
    <tr
      className={joinClasses(open && 'ag-table__row--open', isChosen && 'ag-table__row--chosen')}
      tabIndex={open ? 0 : undefined}
      onMouseDown={selects ? keepText : undefined}
      onClick={(event) => {
        if (isOnControl(event)) return
        if (selects && event.shiftKey) choose(row, true)
        else open?.run()
      }}
      onKeyDown={open ? (event) => hearRowKeys(event, open.run) : undefined}
    >
      {selects ? (
        <td className="ag-table__check">
          <input
            type="checkbox"
            checked={isChosen}
            aria-label={translate('kernel.table.selectRow')}
            onChange={(event) => choose(row, isRange(event))}
          />
        </td>
      ) : null}
      {columns.map((column, index) => (
        <Cell key={column.key} column={column} row={row} sticky={index === 0} offset={selects} />
      ))}
      {table.rowActions?.length ? (
        <td className="ag-table__actions">
          <RowActions actions={table.rowActions} tight={tight} />
        </td>
      ) : null}
    </tr>
  )
}

function Cell({ column, row, sticky, offset }: { column: Column; row: Row; sticky: boolean; offset: boolean }): ReactNode {
  return (
    <td
      className={joinClasses(
        isNumeric(column) && 'ag-table__number',
        sticky && 'ag-table__first',
        sticky && offset && 'ag-table__first--offset',
      )}
      style={column.width ? ({ '--ag-width': `${column.width}px` } as CSSProperties) : undefined}
    >
      <CellValue column={column} row={row} />
    </td>
  )
}

function SkeletonRow({ cells }: { cells: number }): ReactNode {
  return (
    <tr>
      {Array.from({ length: cells }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: shapes without identity
        <td key={index}>
          <span className="ag-skeleton ag-skeleton--line ag-table__bone" />
        </td>
      ))}
    </tr>
  )
}

/** Choosing a range marks no text. */
function keepText(event: MouseEvent): void {
  if (event.shiftKey) event.preventDefault()
}

function isOnControl(event: MouseEvent): boolean {
  return (event.target as Element).closest('a,button,input,label,select') !== null || String(getSelection()) !== ''
}

function hearRowKeys(event: KeyboardEvent<HTMLTableRowElement>, open: () => void): void {
  if (event.target !== event.currentTarget) return
  const { currentTarget: row } = event
  if (event.key === 'Enter') open()
  else if (event.key === 'ArrowDown') (row.nextElementSibling as HTMLElement | null)?.focus()
  else if (event.key === 'ArrowUp') (row.previousElementSibling as HTMLElement | null)?.focus()
  else return
  event.preventDefault()
}
