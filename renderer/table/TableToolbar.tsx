import type { ReactNode } from 'react'
import { formatValue } from '../../runtime/client/format.ts'
import { translate } from '../../runtime/client/texts.ts'
import type { TableDocument } from '../../runtime/core/documents.ts'
import { ActionRow } from '../ActionButton.tsx'
import { Icon } from '../widgets/light/Icon.tsx'
import { MenuButton } from '../widgets/light/MenuButton.tsx'
import { ColumnChooser } from './ColumnChooser.tsx'
import type { Column } from './tableColumns.ts'
import type { Density, TableView, ViewChange } from './tableView.ts'
import type { RowsState } from './useRows.ts'
import type { SavedViews } from './useSavedViews.ts'
import { ViewsMenu } from './ViewsMenu.tsx'

export interface TableToolbarProps {
  table: TableDocument
  columns: readonly Column[]
  view: TableView
  views: SavedViews
  /** Rows of a page that the table begins with. */
  size: number
  change(part: ViewChange): void
  reload(): void
  state: RowsState
  /** Rows are cards: they have no density, and columns are chosen where some are not shown. */
  phone: boolean
}

const DENSITIES: readonly Density[] = ['compact', 'normal', 'roomy']

/** The line above the rows: the total on the left; actions, views, columns, density and refresh on the right. */
export function TableToolbar({ table, columns, view, views, size, change, reload, state, phone }: TableToolbarProps): ReactNode {
  return (
    <div className="ag-table-toolbar">
      <p className="ag-table-toolbar__total" aria-live="polite">
        {state.fresh
          ? ''
          : translate(state.atLeast ? 'kernel.table.totalAtLeast' : 'kernel.table.total', { total: formatValue(state.total, 'number') })}
      </p>
      <ActionRow actions={table.toolbar} size="small" />
      <span className="ag-table-toolbar__tools">
        {table.views && <ViewsMenu views={views} view={view} size={size} change={change} />}
        {(!phone || columns.some(({ shownFirst }) => !shownFirst)) && <ColumnChooser columns={columns} view={view} change={change} />}
        {!phone && <DensityMenu view={view} change={change} />}
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

function DensityMenu({ view, change }: Pick<TableToolbarProps, 'view' | 'change'>): ReactNode {
  return (
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
  )
}
