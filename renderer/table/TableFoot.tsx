import type { ReactNode } from 'react'
import { translate } from '../../runtime/client/texts.ts'
import { Pagination } from '../widgets/light/Pagination.tsx'
import type { TableView } from './tableView.ts'

const SIZES = [10, 20, 50, 100]

/** Pagination of a table and the number of rows per page. */
export function TableFoot({
  view,
  total,
  more,
  shown,
  change,
}: {
  view: TableView
  total: number
  /** The total is where counting ended. */
  more: boolean | undefined
  shown: number
  change(part: Partial<TableView>): void
}): ReactNode {
  if (shown === 0 || total <= Math.min(SIZES[0]!, view.size)) return null
  const sizes = SIZES.includes(view.size) ? SIZES : [...SIZES, view.size].sort((a, b) => a - b)
  return (
    <div className="ag-table-foot">
      <Pagination page={view.page} size={view.size} total={total} more={more} onChange={(page) => change({ page })} />
      <select
        className="ag-select ag-table-foot__size"
        aria-label={translate('kernel.page.perPage')}
        value={view.size}
        onChange={(event) => change({ size: Number(event.target.value) })}
      >
        {sizes.map((size) => (
          <option key={size} value={size}>
            {translate('kernel.page.size', { size })}
          </option>
        ))}
      </select>
    </div>
  )
}
