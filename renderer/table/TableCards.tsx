import type { ReactNode } from 'react'
import { useId, useMemo } from 'react'
import { extendScope } from '../../runtime/client/scope.ts'
import { translate } from '../../runtime/client/texts.ts'
import { useAction } from '../ActionButton.tsx'
import { ListedTitleContext } from '../ListedTitle.ts'
import { ScopeContext, useScope } from '../ScreenContext.ts'
import { joinClasses } from '../widgets/light/joinClasses.ts'
import { Skeleton } from '../widgets/light/Skeleton.tsx'
import type { BodyProps } from './bodyProps.ts'
import { choosesRows, isRange } from './bodyProps.ts'
import { CellValue, isEmpty } from './CellValue.tsx'
import { RowActions } from './RowActions.tsx'
import type { Column, Row } from './tableColumns.ts'

/** The table on a phone: each row is a card, titled by the column that names the row, else by the first. */
export function TableCards(props: BodyProps): ReactNode {
  const { rows, fresh, keyOf } = props
  if (fresh) return <Skeleton lines={8} />
  return (
    <ul className="ag-table-cards" aria-busy={props.busy}>
      {rows.map((row) => (
        <ScopedCard key={keyOf(row)} row={row} {...props} />
      ))}
    </ul>
  )
}

function ScopedCard(props: BodyProps & { row: Row }): ReactNode {
  const above = useScope()
  const scope = useMemo(() => extendScope(above, { row: props.row }), [above, props.row])
  return (
    <ScopeContext value={scope}>
      <RowCard {...props} />
    </ScopeContext>
  )
}

function RowCard({ table, columns, row, chosen, choose, keyOf }: BodyProps & { row: Row }): ReactNode {
  const open = useAction(table.open)
  const titleId = useId()
  const key = keyOf(row)
  const named = columns.find(({ names }) => names) ?? columns.find(({ key: field }) => field !== (table.rowKey ?? 'id')) ?? columns[0]
  const title = named && <CellValue column={open ? { ...named, to: undefined } : named} row={row} />
  const others = columns.filter((column) => column !== named)
  const at = (place: Column['onCard']) => others.filter((column) => column.onCard === place && !isEmpty(column.value(row)))
  const below = others.filter(({ onCard }) => onCard === undefined)
  return (
    <li className={joinClasses('ag-card', 'ag-row-card', open && 'ag-card--link', chosen.has(key) && 'ag-table__row--chosen')}>
      <div className="ag-row-card__head">
        {choosesRows(table) ? (
          <input
            type="checkbox"
            checked={chosen.has(key)}
            aria-label={translate('kernel.table.selectRow')}
            onChange={(event) => choose(row, isRange(event))}
          />
        ) : null}
        {open ? (
          <button type="button" id={titleId} className="ag-row-card__open ag-cover-link" onClick={open.run}>
            {title}
          </button>
        ) : (
          <strong id={titleId}>{title}</strong>
        )}
        {at('head').map((column) => (
          <span key={column.key} className="ag-row-card__beside">
            <CellValue column={column} row={row} />
          </span>
        ))}
      </div>
      {at('line').length > 0 && (
        <p className="ag-row-card__line">
          {at('line').map((column) => (
            <span key={column.key}>
              <CellValue column={column} row={row} />
            </span>
          ))}
        </p>
      )}
      {below.length > 0 && (
        <dl className="ag-card__facts">
          {below.map((column) => (
            <div key={column.key}>
              <dt>{column.title}</dt>
              <dd>
                <CellValue column={column} row={row} />
              </dd>
            </div>
          ))}
        </dl>
      )}
      {table.rowActions?.length ? (
        <div className="ag-row-card__actions">
          <ListedTitleContext value={titleId}>
            <RowActions actions={table.rowActions} />
          </ListedTitleContext>
        </div>
      ) : null}
    </li>
  )
}
