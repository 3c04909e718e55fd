/** The view of a table: its query lives in the address, its look in the browser's memory. A default view opens a table without a query, else the filters that
 *  its document begins with. */
import { useEffect, useMemo, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import type { TableDocument } from '../../runtime/core/documents.ts'
import { isInAddress, readAddress, writeAddress } from './tableAddress.ts'
import { FRESH_QUERY, keepLook, lastLook, type TableLook, type TableView, type ViewChange, type ViewSettings } from './tableView.ts'
import type { SavedView } from './useSavedViews.ts'

export interface ViewState {
  view: TableView
  /** False until it is known whether a default view applies. */
  ready: boolean
  /** Changes the view; everything but turning pages goes back to the first one. */
  change(part: ViewChange): void
}

/** @param saved null while the person's views of the table are on their way */
export function useTableView(table: TableDocument, size: number, saved: readonly SavedView[] | null): ViewState {
  const { search, hash } = useLocation()
  const navigate = useNavigate()
  const [look, setLook] = useState<TableLook>(() => lastLook(table.id, size))
  const [ready, setReady] = useState(() => !(table.views || table.opensWith) || isInAddress(search, table))
  const query = useMemo(() => readAddress(search, table), [search, table])
  const view = useMemo(() => ({ ...look, ...query }), [look, query])

  const lastLooked = useRef(look)

  function change(part: ViewChange, by: 'person' | 'default' = 'person'): void {
    // the address of now: it may have been written since the table was drawn, by this table or by another one of the page
    const { search: now } = window.location
    const present = { ...lastLooked.current, ...readAddress(now, table) }
    const next = { ...present, page: 1, ...(typeof part === 'function' ? part(present) : part) }
    const { size, shown, order, density } = next
    lastLooked.current = { size, shown, order, density }
    setLook(lastLooked.current)
    keepLook(table.id, next)
    const written = writeAddress(now, table, next)
    // Back undoes each choice; what is typed, and where a table begins, cannot
    const isChoice = by === 'person' && next.search === present.search
    if (written !== new URLSearchParams(now).toString())
      void navigate({ search: written, hash }, { replace: !isChoice, preventScrollReset: true })
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the views have come
  useEffect(() => {
    if (ready || saved === null) return
    const first = saved.find(({ isDefault }) => isDefault)
    if (first) change(viewOf(first.id, first.settings, size), 'default')
    else if (table.opensWith)
      change({ filters: Object.fromEntries(Object.entries(table.opensWith).map(([name, value]) => [name, [value]])) }, 'default')
    setReady(true)
  }, [ready, saved])
  return { view, ready, change: (part) => change(part) }
}

/** A saved view as a change of the present one: what it does not hold goes back to how the table began. */
export function viewOf(viewId: string, settings: ViewSettings, size: number): TableView {
  return { ...FRESH_QUERY, size, shown: {}, order: [], density: 'normal', ...settings, viewId }
}
