import type { CSSProperties, ReactNode } from 'react'
import { translate } from '../../runtime/client/texts.ts'
import { Icon } from '../widgets/light/Icon.tsx'
import { joinClasses } from '../widgets/light/joinClasses.ts'
import { type BodyProps, choosesRows } from './bodyProps.ts'
import type { Column } from './tableColumns.ts'
import { isNumeric } from './tableColumns.ts'

/** Head of a table: select all rows of this page, and sort by the sortable columns. */
export function TableHead(props: BodyProps): ReactNode {
  const { table, columns } = props
  return (
    <thead>
      <tr>
        {choosesRows(table) ? (
          <th className="ag-table__check">
            <ChooseAll {...props} />
          </th>
        ) : null}
        {columns.map((column, index) => (
          <HeadCell key={column.key} column={column} first={index === 0} offset={choosesRows(table)} {...props} />
        ))}
        {table.rowActions?.length ? (
          <th className="ag-table__actions">
            <span className="ag-hidden">{translate('kernel.table.actions')}</span>
          </th>
        ) : null}
      </tr>
    </thead>
  )
}

function ChooseAll({ rows, chosen, setChosen, keyOf }: BodyProps): ReactNode {
  const here = rows.filter((row) => chosen.has(keyOf(row))).length
  const all = rows.length > 0 && here === rows.length

  function toggle(): void {
    const next = new Map(chosen)
    for (const row of rows) all ? next.delete(keyOf(row)) : next.set(keyOf(row), row)
    setChosen(next)
  }

  return (
    <input
      type="checkbox"
      checked={all}
      ref={(box) => {
        if (box) box.indeterminate = here > 0 && !all
      }}
      aria-label={translate('kernel.table.selectAll')}
      onChange={toggle}
    />
  )
}

function HeadCell({ column, first, offset, view, change }: BodyProps & { column: Column; first: boolean; offset: boolean }): ReactNode {
  const direction = view.sort === column.key ? 'ascending' : view.sort === `-${column.key}` ? 'descending' : undefined
  // Up, down, as it was.
  const next = direction === undefined ? column.key : direction === 'ascending' ? `-${column.key}` : ''
  return (
    <th
      scope="col"
      aria-sort={direction}
      className={joinClasses(
        isNumeric(column) && 'ag-table__number',
        first && 'ag-table__first',
        first && offset && 'ag-table__first--offset',
      )}
      style={column.width ? ({ '--ag-width': `${column.width}px` } as CSSProperties) : undefined}
    >
      {column.sortable ? (
        <button type="button" className="ag-table__sort" onClick={() => change({ sort: next })}>
          {column.title}
          <Icon name={direction === 'ascending' ? 'up' : direction === 'descending' ? 'down' : 'sort'} size="small" />
        </button>
      ) : (
        column.title
      )}
    </th>
  )
}
