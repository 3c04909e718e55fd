/** Puts a table together: its view, its rows and its parts. */
import type { ReactNode } from 'react'
import { useEffect, useMemo, useState } from 'react'
import { evaluateCel, evaluateEntries, extendScope, holds } from '../../runtime/client/scope.ts'
import { translate } from '../../runtime/client/texts.ts'
import type { TableDocument, Value } from '../../runtime/core/documents.ts'
import { EmptyNotice } from '../EmptyNotice.tsx'
import { ScopeContext, useScope, useScreen } from '../ScreenContext.ts'
import { SourceFailure } from '../SourceFrame.tsx'
import { useMedia } from '../useMedia.ts'
import { useScoped } from '../useScoped.ts'
import { Button } from '../widgets/light/Button.tsx'
import { Empty } from '../widgets/light/Empty.tsx'
import { SelectionBar } from './SelectionBar.tsx'
import { TableCards } from './TableCards.tsx'
import { TableFilters } from './TableFilters.tsx'
import { TableFoot } from './TableFoot.tsx'
import { TableGrid } from './TableGrid.tsx'
import { TableToolbar } from './TableToolbar.tsx'
import type { Row } from './tableColumns.ts'
import { allColumns, shownColumns } from './tableColumns.ts'
import { filterParams } from './tableParams.ts'
import type { TableView } from './tableView.ts'
import { freshView, hasFilters, keepView, lastView } from './tableView.ts'
import { useRows } from './useRows.ts'
import { useStoredForm } from './useStoredForm.ts'

const DEFAULT_SIZE = 20
const PHONE = '(max-width: 639px)'

export function DataTable({ table, params }: { table: TableDocument; params?: Record<string, Value> }): ReactNode {
  const size = table.pageSize ?? DEFAULT_SIZE
  const scope = useScope()
  const { screen } = useScreen()
  const phone = useMedia(PHONE)
  const [view, setView] = useState<TableView>(() => lastView(table.id, size, table.views === true))
  const [chosen, setChosen] = useState<ReadonlyMap<string, Row>>(new Map())
  const form = useStoredForm(useScoped(() => (table.formColumns ? evaluateCel(table.formColumns.form, scope) : null)))
  const given = useScoped(() => (holds(table.source.when, scope) ? evaluateEntries({ ...table.source.params, ...params }, scope) : null))
  const filters = useMemo(() => filterParams(table, view), [table, view])
  const { state, reload } = useRows(table.source.call, given && { ...given, ...filters, pageNum: view.page, pageSize: view.size })
  const columns = useScoped(() => allColumns(table, form, scope).map(titleOnly)) && allColumns(table, form, scope)
  const keyOf = (row: Row): string => String(row[table.rowKey ?? 'id'])
  const toolbarScope = useMemo(() => extendScope(scope, { params: { ...given, ...filters } }), [scope, given, filters])

  useEffect(() => screen.onRefresh(table.id, reload), [screen, table.id, reload])
  useEffect(() => keepView(table.id, view), [table.id, view])
  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows are no longer the chosen ones
  useEffect(() => setChosen(new Map()), [given, filters])

  /** Changes the view; everything but turning pages goes back to the first one. */
  function change(part: Partial<TableView>): void {
    setView((last) => ({ ...last, page: 1, ...part }))
  }

  const shown = shownColumns(columns, view)
  const body = { table, columns: shown, rows: state.rows, view, chosen, setChosen, keyOf, change, fresh: state.fresh, busy: state.busy }
  const nothing = !state.fresh && state.rows.length === 0
  return (
    <div className={`ag-table-box ag-table-box--${view.density}`}>
      <TableFilters table={table} columns={columns} view={view} change={change} />
      <ScopeContext value={toolbarScope}>
        <TableToolbar table={table} columns={columns} view={view} change={change} reload={() => void reload()} state={state} />
      </ScopeContext>
      <SelectionBar table={table} rows={[...chosen.values()]} keyOf={keyOf} clear={() => setChosen(new Map())} />
      {state.error && <SourceFailure error={state.error} retry={() => void reload()} />}
      {nothing ? (
        <NoRows table={table} view={view} clear={() => change(withoutFilters(size))} />
      ) : phone ? (
        <TableCards {...body} />
      ) : (
        <TableGrid {...body} />
      )}
      <TableFoot view={view} total={state.total} shown={state.rows.length} change={change} />
    </div>
  )
}

function NoRows({ table, view, clear }: { table: TableDocument; view: TableView; clear(): void }): ReactNode {
  if (hasFilters(view)) {
    return (
      <Empty title={translate('kernel.table.noMatch')}>
        <Button onClick={clear}>{translate('kernel.filter.clear')}</Button>
      </Empty>
    )
  }
  return <EmptyNotice empty={table.empty} />
}

function withoutFilters(size: number): Partial<TableView> {
  const { filters, formFilters, search } = freshView(size)
  return { filters, formFilters, search }
}

// Functions never compare equal; the words do.
function titleOnly({ key, title }: { key: string; title: string }): { key: string; title: string } {
  return { key, title }
}
