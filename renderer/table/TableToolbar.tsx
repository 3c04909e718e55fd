/** The line above the rows: how many there are at the left; the table's actions, views, columns, density and refresh at the right. */
import type { ReactNode } from 'react'
import { useState } from 'react'
import { translate } from '../../runtime/client/texts.ts'
import { showToast } from '../../runtime/client/toasts.ts'
import type { TableDocument } from '../../runtime/core/documents.ts'
import { ActionRow } from '../ActionButton.tsx'
import { Icon } from '../widgets/light/Icon.tsx'
import { MenuButton } from '../widgets/light/MenuButton.tsx'
import { NameDialog } from './NameDialog.tsx'
import type { Column } from './tableColumns.ts'
import type { Density, TableView } from './tableView.ts'
import { freshView, removeView, savedViews, saveView } from './tableView.ts'
import type { RowsState } from './useRows.ts'

export interface TableToolbarProps {
  table: TableDocument
  columns: readonly Column[]
  view: TableView
  change(part: Partial<TableView>): void
  reload(): void
  state: RowsState
}

const DENSITIES: readonly Density[] = ['compact', 'normal', 'roomy']

export function TableToolbar({ table, columns, view, change, reload, state }: TableToolbarProps): ReactNode {
  return (
    <div className="ag-table-toolbar">
      <p className="ag-table-toolbar__total" aria-live="polite">
        {state.fresh ? '' : translate('kernel.table.total', { total: state.total })}
      </p>
      <ActionRow actions={table.toolbar} size="small" />
      <span className="ag-table-toolbar__tools">
        {table.views && <Views table={table} view={view} change={change} />}
        <Columns columns={columns} view={view} change={change} />
        <MenuButton
          label={translate('kernel.table.densityLabel')}
          className="ag-icon-button ag-icon-button--small"
          face={<Icon name="rows" />}
          entries={DENSITIES.map((density) => ({
            id: density,
            label: translate(`kernel.table.density.${density}`),
            checked: view.density === density,
            onSelect: () => change({ density, page: view.page }),
          }))}
        />
        <button
          type="button"
          className="ag-icon-button ag-icon-button--small"
          aria-label={translate('kernel.table.refresh')}
          title={translate('kernel.table.refresh')}
          onClick={reload}
        >
          <Icon name="refresh" />
        </button>
      </span>
    </div>
  )
}

function Columns({ columns, view, change }: Pick<TableToolbarProps, 'columns' | 'view' | 'change'>): ReactNode {
  return (
    <MenuButton
      label={translate('kernel.table.columns')}
      className="ag-icon-button ag-icon-button--small"
      face={<Icon name="columns" />}
      keepOpen
      entries={columns.map((column, index) => {
        const shown = view.shown[column.key] ?? column.shownFirst
        return {
          id: column.key,
          label: column.title,
          checked: shown,
          disabled: index === 0,
          onSelect: () => change({ shown: { ...view.shown, [column.key]: !shown }, page: view.page }),
        }
      })}
    />
  )
}

function Views({ table, view, change }: Pick<TableToolbarProps, 'table' | 'view' | 'change'>): ReactNode {
  const [saved, setSaved] = useState(() => savedViews(table.id))
  const [naming, setNaming] = useState(false)
  const entries = [
    { id: 'default', label: translate('kernel.table.view.default'), onSelect: () => change(freshView(view.size)) },
    ...saved.map(({ name, view: wanted }) => ({ id: `view ${name}`, label: name, icon: 'star', onSelect: () => change(wanted) })),
    { id: 'save', label: translate('kernel.table.view.save'), icon: 'plus', onSelect: () => setNaming(true) },
    ...saved.map(({ name }) => ({
      id: `remove ${name}`,
      label: translate('kernel.table.view.remove', { name }),
      icon: 'trash',
      danger: true,
      onSelect: () => setSaved(removeView(table.id, name)),
    })),
  ]

  function save(name: string): void {
    setSaved(saveView(table.id, name, view))
    setNaming(false)
    showToast('success', translate('kernel.table.view.saved'))
  }

  return (
    <>
      <MenuButton
        label={translate('kernel.table.views')}
        className="ag-icon-button ag-icon-button--small"
        face={<Icon name="star" />}
        entries={entries}
      />
      {naming && (
        <NameDialog
          title={translate('kernel.table.view.save')}
          label={translate('kernel.table.view.name')}
          onSave={save}
          onClose={() => setNaming(false)}
        />
      )}
    </>
  )
}
