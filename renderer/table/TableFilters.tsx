/** Search and filters above a table: the document's own, and those on fields of the stored form whose columns are shown. */
import type { FormEvent, ReactNode } from 'react'
import { useEffect, useState } from 'react'
import { translate } from '../../runtime/client/texts.ts'
import type { TableDocument } from '../../runtime/core/documents.ts'
import { FilterField } from '../FilterField.tsx'
import { useText } from '../useScoped.ts'
import { Button } from '../widgets/light/Button.tsx'
import { Icon } from '../widgets/light/Icon.tsx'
import type { Column } from './tableColumns.ts'
import type { TableView } from './tableView.ts'
import { hasFilters } from './tableView.ts'

export interface TableFiltersProps {
  table: TableDocument
  columns: readonly Column[]
  view: TableView
  change(part: Partial<TableView>): void
}

export function TableFilters({ table, columns, view, change }: TableFiltersProps): ReactNode {
  const own = Object.entries(table.filters ?? {})
  const ofForm = columns.filter((column) => column.formField && (view.shown[column.key] || column.formField.name in view.formFilters))
  if (!table.search && own.length === 0) return null
  return (
    <search className="ag-table-filters">
      {table.search && <TableSearch placeholder={table.search.placeholder} value={view.search} onChange={(search) => change({ search })} />}
      {own.map(([name, field]) => (
        <FilterField
          key={name}
          name={name}
          field={field}
          value={view.filters[name] ?? []}
          layout="bar"
          onChange={(value) => change({ filters: withEntry(view.filters, name, [value].flat().filter(Boolean)) })}
        />
      ))}
      {ofForm.map(({ key, formField }) => (
        <FilterField
          key={key}
          name={key}
          field={formField!.field}
          value={view.formFilters[formField!.name] ? [view.formFilters[formField!.name]!] : []}
          layout="bar"
          onChange={(value) => change({ formFilters: withText(view.formFilters, formField!.name, String([value].flat()[0] ?? '')) })}
        />
      ))}
      {hasFilters(view) && (
        <Button
          tone="link"
          icon="close"
          className="ag-table-filters__clear"
          onClick={() => change({ filters: {}, formFilters: {}, search: '' })}
        >
          {translate('kernel.filter.clear')}
        </Button>
      )}
    </search>
  )
}

const TYPING_PAUSE_MS = 300

function TableSearch({
  placeholder,
  value,
  onChange,
}: {
  placeholder: NonNullable<TableDocument['search']>['placeholder']
  value: string
  onChange(value: string): void
}): ReactNode {
  const [typed, setTyped] = useState(value)
  const label = useText(placeholder)
  useEffect(() => setTyped(value), [value])
  // biome-ignore lint/correctness/useExhaustiveDependencies: only typing starts the pause
  useEffect(() => {
    if (typed.trim() === value) return
    const timer = setTimeout(() => onChange(typed.trim()), TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed])

  function submit(event: FormEvent): void {
    event.preventDefault()
    onChange(typed.trim())
  }

  return (
    <form className="ag-table-search" onSubmit={submit}>
      <Icon name="search" size="small" />
      <input
        type="search"
        data-search
        className="ag-input"
        aria-label={label}
        placeholder={label}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
    </form>
  )
}

function withEntry(filters: Record<string, string[]>, name: string, values: string[]): Record<string, string[]> {
  const { [name]: _, ...rest } = filters
  return values.length > 0 ? { ...rest, [name]: values } : rest
}

function withText(filters: Record<string, string>, name: string, value: string): Record<string, string> {
  const { [name]: _, ...rest } = filters
  return value ? { ...rest, [name]: value } : rest
}
