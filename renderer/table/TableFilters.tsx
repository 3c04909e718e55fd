import type { ReactNode } from 'react'
import { useId, useState } from 'react'
import { translate } from '../../runtime/client/texts.ts'
import type { FormDocument, FormField, TableDocument } from '../../runtime/core/documents.ts'
import { FilterChips, type SetFilter } from '../filters/FilterChips.tsx'
import { FilterDrawer } from '../filters/FilterDrawer.tsx'
import { FilterField } from '../filters/FilterField.tsx'
import { SearchBox } from '../SearchBox.tsx'
import { answerFilter } from './answerFilter.ts'
import { MoreFilters } from './MoreFilters.tsx'
import type { Column } from './tableColumns.ts'
import type { TableView, ViewChange } from './tableView.ts'
import { hasFilters, withEntry } from './tableView.ts'

export interface TableFiltersProps {
  table: TableDocument
  /** The stored form whose fields may be filtered by. */
  form: FormDocument | null
  view: TableView
  phone: boolean
  columns: readonly Column[]
  /** Parameters that the source of the table gives: no one filters by them again. */
  given: Readonly<Record<string, unknown>> | null
  change(part: ViewChange): void
}

interface TableFilter {
  key: string
  field: FormField
  values: readonly string[]
  set(values: readonly string[]): void
}

/** Search and filters above a table: those of the document, and form fields the person added. On a phone they are in a drawer. Active filters are
 * shown as chips below. */
export function TableFilters({ table, form, view, phone, columns, given, change }: TableFiltersProps): ReactNode {
  const [asked, setAsked] = useState<readonly string[]>([])
  const own = ownFilters(table, view, change).filter(({ key, values }) => values.length > 0 || (given?.[key] ?? null) === null)
  const all = table.formColumns && form ? answerFilters(form, view, change) : []
  const ofForm = all.filter(({ key, values }) => values.length > 0 || asked.includes(key))
  const set: SetFilter[] = [...own, ...ofForm]
    .filter(({ values }) => values.length > 0)
    .map((filter) => ({ ...filter, remove: () => filter.set([]) }))
  if (!table.search && own.length === 0 && all.length === 0) return null

  const clear = () => change({ filters: {}, formFilters: {}, search: '' })
  const fields = [...own, ...ofForm].map(({ key, field, values, set: put }) => (
    <FilterField key={key} name={key} field={field} value={values} layout="bar" onChange={(value) => put([value].flat().filter(Boolean))} />
  ))
  const more = all.length > 0 && (
    <MoreFilters
      filters={all}
      shown={ofForm.map(({ key }) => key)}
      toggle={(filter) => {
        if (!ofForm.some(({ key }) => key === filter.key)) return setAsked([...asked, filter.key])
        setAsked(asked.filter((key) => key !== filter.key))
        if (filter.values.length > 0) filter.set([])
      }}
    />
  )
  return (
    <div className="ag-table-filters-box">
      <search className="ag-table-filters">
        {table.search && (
          <SearchBox live placeholder={table.search.placeholder} value={view.search} onSearch={(search) => change({ search })} />
        )}
        {phone ? (
          (fields.length > 0 || more) && (
            <FilterDrawer count={set.length} clear={hasFilters(view) ? clear : null}>
              <SortChoice columns={columns} view={view} change={change} />
              {fields}
              {more}
            </FilterDrawer>
          )
        ) : (
          <>
            {fields}
            {more}
          </>
        )}
      </search>
      <FilterChips filters={set} clear={clear} />
    </div>
  )
}

function ownFilters(table: TableDocument, { filters }: TableView, change: TableFiltersProps['change']): TableFilter[] {
  return Object.entries(table.filters ?? {}).map(([name, field]) => ({
    key: name,
    field,
    values: filters[name] ?? [],
    set: (values) => change((now) => ({ filters: withEntry(now.filters, name, values) })),
  }))
}

function answerFilters({ schema }: FormDocument, { formFilters }: TableView, change: TableFiltersProps['change']): TableFilter[] {
  return Object.entries(schema.properties).flatMap(([name, answer]) => {
    const field = answerFilter(answer)
    const set = (values: readonly string[]) => change((now) => ({ formFilters: withEntry(now.formFilters, name, values) }))
    return field ? [{ key: `answers ${name}`, field, values: formFilters[name] ?? [], set }] : []
  })
}

/** Cards have no headings to click: their order is chosen here. */
function SortChoice({ columns, view, change }: Pick<TableFiltersProps, 'columns' | 'view' | 'change'>): ReactNode {
  const id = useId()
  const sortable = columns.filter((column) => column.sortable)
  if (sortable.length === 0) return null
  return (
    <div className="ag-filter">
      <label className="ag-filter__label" htmlFor={id}>
        {translate('kernel.table.sort')}
      </label>
      <select id={id} className="ag-select" value={view.sort} onChange={(event) => change({ sort: event.target.value })}>
        <option value="">{translate('kernel.table.sortDefault')}</option>
        {sortable.map(({ key, title }) => [
          <option key={key} value={key}>
            {translate('kernel.table.ascending', { column: title })}
          </option>,
          <option key={`-${key}`} value={`-${key}`}>
            {translate('kernel.table.descending', { column: title })}
          </option>,
        ])}
      </select>
    </div>
  )
}
