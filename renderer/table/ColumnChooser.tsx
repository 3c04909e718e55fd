import type { ReactNode } from 'react'
import { useState } from 'react'
import { translate } from '../../runtime/client/texts.ts'
import { Button } from '../widgets/light/Button.tsx'
import { Icon } from '../widgets/light/Icon.tsx'
import { Overlay } from '../widgets/light/Overlay.tsx'
import type { Column } from './tableColumns.ts'
import { orderedColumns } from './tableColumns.ts'
import type { TableView, ViewChange } from './tableView.ts'

export interface ColumnChooserProps {
  columns: readonly Column[]
  view: TableView
  change(part: ViewChange): void
}

/** Choice and order of the columns of a table, in a drawer. The first column names the row and stays. */
export function ColumnChooser(props: ColumnChooserProps): ReactNode {
  const [open, setOpen] = useState(false)
  const label = translate('kernel.table.columns')
  return (
    <>
      <button
        type="button"
        className="ag-icon-button ag-icon-button--small"
        aria-label={label}
        aria-haspopup="dialog"
        title={label}
        onClick={() => setOpen(true)}
      >
        <Icon name="columns" />
      </button>
      {open && <ColumnDrawer {...props} onClose={() => setOpen(false)} />}
    </>
  )
}

function ColumnDrawer({ columns, view, change, onClose }: ColumnChooserProps & { onClose(): void }): ReactNode {
  const ordered = orderedColumns(columns, view)
  const { page } = view

  function move(index: number, by: number): void {
    const keys = ordered.map(({ key }) => key)
    const [moved] = keys.splice(index, 1)
    keys.splice(index + by, 0, moved!)
    change({ order: keys, page })
  }

  return (
    <Overlay
      kind="drawer"
      width={400}
      title={translate('kernel.table.columns')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={() => change({ shown: {}, order: [], page })}>{translate('kernel.table.columnsReset')}</Button>
          <Button tone="primary" onClick={onClose}>
            {translate('kernel.table.done')}
          </Button>
        </>
      }
    >
      <ul className="ag-column-list">
        {ordered.map((column, index) => {
          const shown = view.shown[column.key] ?? column.shownFirst
          return (
            <li key={column.key} className="ag-column-list__item">
              <label className="ag-check">
                <input
                  type="checkbox"
                  checked={shown}
                  disabled={index === 0}
                  onChange={() => change((now) => ({ shown: { ...now.shown, [column.key]: !shown }, page }))}
                />
                {column.title}
              </label>
              <MoveButton column={column} icon="up" disabled={index <= 1} onClick={() => move(index, -1)} />
              <MoveButton
                column={column}
                icon="down"
                disabled={index === 0 || index === ordered.length - 1}
                onClick={() => move(index, 1)}
              />
            </li>
          )
        })}
      </ul>
    </Overlay>
  )
}

function MoveButton({
  column,
  icon,
  disabled,
  onClick,
}: {
  column: Column
  icon: 'up' | 'down'
  disabled: boolean
  onClick(): void
}): ReactNode {
  return (
    <button
      type="button"
      className="ag-icon-button ag-icon-button--small"
      aria-label={translate(icon === 'up' ? 'kernel.table.moveUp' : 'kernel.table.moveDown', { column: column.title })}
      disabled={disabled}
      onClick={onClick}
    >
      <Icon name={icon} size="small" />
    </button>
  )
}
