import type { ReactNode } from 'react'
import { resolveText, translate } from '../../runtime/client/texts.ts'
import type { FormField } from '../../runtime/core/documents.ts'
import { Icon } from '../widgets/light/Icon.tsx'
import { MenuButton } from '../widgets/light/MenuButton.tsx'

/** Menu of the form fields that can become filters; a chosen field appears above the table. */
export function MoreFilters<F extends { key: string; field: FormField }>({
  filters,
  shown,
  toggle,
}: {
  filters: readonly F[]
  shown: readonly string[]
  toggle(filter: F): void
}): ReactNode {
  return (
    <MenuButton
      label={translate('kernel.filter.more')}
      className="ag-button ag-button--default ag-button--small ag-table-filters__more"
      face={
        <span className="ag-button__label">
          <Icon name="plus" size="small" />
          {translate('kernel.filter.more')}
        </span>
      }
      align="start"
      keepOpen
      entries={filters.map((filter) => ({
        id: filter.key,
        label: resolveText(filter.field.title),
        checked: shown.includes(filter.key),
        onSelect: () => toggle(filter),
      }))}
    />
  )
}
