import type { Dispatch, ReactNode, SetStateAction } from 'react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { onOwn } from '../../runtime/client/liveSources.ts'
import { sameValue } from '../../runtime/client/sameValue.ts'
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
import { type BodyProps, toggled } from './bodyProps.ts'
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
import { hasFilters } from './tableView.ts'
import { useRows } from './useRows.ts'
import { useSavedViews } from './useSavedViews.ts'
import { useStoredForm } from './useStoredForm.ts'
import { useTableView } from './useTableView.ts'
import { useTableWalk } from './useTableWalk.ts'

const DEFAULT_SIZE = 20
const PHONE = '(max-width: 639px)'

/** Puts a table together: its view, its rows and its parts. */
export function DataTable({ table, params }: { table: TableDocument; params?: Record<string, Value> }): ReactNode {
  const size = table.pageSize ?? DEFAULT_SIZE
  const scope = useScope()
  const { screen } = useScreen()
  const phone = useMedia(PHONE)
  const views = useSavedViews(table)
  const { view, ready, change } = useTableView(table, size, views.list)
  const [chosen, setChosen] = useState<ReadonlyMap<string, Row>>(new Map())
  const form = useStoredForm(useScoped(() => (table.formColumns ? evaluateCel(table.formColumns.form, scope) : null)))
  const given = useScoped(() => (holds(table.source.when, scope) ? evaluateEntries({ ...table.source.params, ...params }, scope) : null))
  const filters = useSame(filterParams(table, form ?? null, view))
  // filters on answers wait for their form, so that rows they leave out never show
  const waits = !ready || (form === undefined && Object.keys(view.formFilters).length > 0)
  const paging = { pageNum: view.page, pageSize: view.size }
  const wanted = given && !waits ? { ...given, ...filters, ...(table.whole ? {} : paging) } : null
  const { state, reload } = useRows(table.source.call, wanted, table.whole ? view : undefined)
  const columns = useScoped(() => allColumns(table, form ?? null, scope).map(titleOnly)) && allColumns(table, form ?? null, scope)
  const keyOf = (row: Row): string => String(row[table.rowKey ?? 'id'])
  const toolbarParams = useMemo(() => ({ ...given, ...filters }), [given, filters])
  const toolbarScope = useMemo(() => extendScope(scope, { params: toolbarParams }), [scope, toolbarParams])

  useEffect(() => screen.onRefresh(table.id, reload), [screen, table.id, reload])
  useEffect(() => (table.source.live ? onOwn('change', () => void reload()) : undefined), [table.source.live, reload])
  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows are no longer the chosen ones
  useEffect(() => setChosen(new Map()), [given, filters])

  const shown = shownColumns(columns, view)
  const { rows, fresh, busy } = state
  const choose = useRowChoice(rows, keyOf, setChosen)
  const body = { table, columns: shown, rows, view, chosen, setChosen, choose, keyOf, change, fresh, busy }
  useTableWalk({ table, state, view, keyOf, change })
  const nothing = !fresh && rows.length === 0
  const here = rows.filter((row) => chosen.has(keyOf(row))).length
  return (
    <div className={`ag-table-box ag-table-box--${view.density}`}>
      <TableFilters table={table} form={form ?? null} view={view} phone={phone} columns={columns} given={given} change={change} />
      <ScopeContext value={toolbarScope}>
        <TableToolbar
          table={table}
          columns={columns}
          view={view}
          views={views}
          size={size}
          change={change}
          reload={() => void reload()}
          state={state}
          phone={phone}
        />
      </ScopeContext>
      <SelectionBar
        table={table}
        rows={[...chosen.values()]}
        here={here}
        shown={rows.length}
        total={state.total}
        isMore={state.atLeast}
        params={toolbarParams}
        keyOf={keyOf}
        clear={() => setChosen(new Map())}
      />
      {state.error && <SourceFailure error={state.error} retry={() => void reload()} />}
      <ScopeContext value={toolbarScope}>
        {nothing ? <NoRows table={table} view={view} change={change} /> : phone ? <TableCards {...body} /> : <TableGrid {...body} />}
      </ScopeContext>
      {state.withheld > 0 && <p className="ag-text--muted">{translate('kernel.table.withheld', { count: state.withheld })}</p>}
      <TableFoot view={view} total={state.total} more={state.atLeast} shown={state.rows.length} change={change} />
    </div>
  )
}

/** A range begins at the row that was pressed last. */
function useRowChoice(rows: readonly Row[], keyOf: (row: Row) => string, setChosen: SetChosen): BodyProps['choose'] {
  const last = useRef<string | null>(null)
  return (row, range) => {
    const from = range ? rows.findIndex((each) => keyOf(each) === last.current) : -1
    last.current = keyOf(row)
    setChosen((chosen) => toggled(chosen, { rows, keyOf, from, to: rows.indexOf(row) }))
  }
}

type SetChosen = Dispatch<SetStateAction<ReadonlyMap<string, Row>>>

function NoRows({ table, view, change }: { table: TableDocument; view: TableView; change(part: Partial<TableView>): void }): ReactNode {
  if (hasFilters(view)) {
    return (
      <Empty title={translate('kernel.table.noMatch')}>
        <Button onClick={() => change({ filters: {}, formFilters: {}, search: '' })}>{translate('kernel.filter.clear')}</Button>
      </Empty>
    )
  }
  if (view.page > 1) {
    return (
      <Empty title={translate('kernel.table.noPage')}>
        <Button onClick={() => change({ page: 1 })}>{translate('kernel.table.firstPage')}</Button>
      </Empty>
    )
  }
  return <EmptyNotice empty={table.empty} />
}

/** The same object for as long as its content is the same. */
function useSame<T>(value: T): T {
  const last = useRef(value)
  if (!sameValue(last.current, value)) last.current = value
  return last.current
}

// Functions never compare equal; the words do.
function titleOnly({ key, title }: { key: string; title: string }): { key: string; title: string } {
  return { key, title }
}
