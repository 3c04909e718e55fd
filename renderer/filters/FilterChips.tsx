import type { ReactNode } from 'react'
import { resolveText, translate } from '../../runtime/client/texts.ts'
import type { FormField } from '../../runtime/core/documents.ts'
import { Button } from '../widgets/light/Button.tsx'
import { Icon } from '../widgets/light/Icon.tsx'
import { useFilterText } from './useFilterText.ts'

export interface SetFilter {
  key: string
  field: FormField
  values: readonly string[]
  remove(): void
}

/** The active filters, each as a chip with a remove button; then a button that clears all. */
export function FilterChips({ filters, clear }: { filters: readonly SetFilter[]; clear(): void }): ReactNode {
  if (filters.length === 0) return null
  return (
    <ul className="ag-chips" aria-label={translate('kernel.filter.set')}>
      {filters.map((filter) => (
        <Chip key={filter.key} filter={filter} />
      ))}
      <li>
        <Button tone="link" size="small" onClick={clear}>
          {translate('kernel.filter.clear')}
        </Button>
      </li>
    </ul>
  )
}

function Chip({ filter }: { filter: SetFilter }): ReactNode {
  const words = useFilterText(filter.field, filter.values)
  const title = resolveText(filter.field.title)
  return (
    <li className="ag-chip">
      <span className="ag-chip__text">
        {title}
        {translate('kernel.filter.colon')}
        <strong>{words}</strong>
      </span>
      <button
        type="button"
        className="ag-chip__remove"
        aria-label={translate('kernel.filter.remove', { title, words })}
        onClick={filter.remove}
      >
        <Icon name="close" size="small" />
      </button>
    </li>
  )
}
