import type { ReactNode } from 'react'
import { useId } from 'react'
import { resolveText, translate } from '../../runtime/client/texts.ts'
import { Icon } from '../widgets/light/Icon.tsx'
import { MenuButton } from '../widgets/light/MenuButton.tsx'
import { PickerInput, pickerInputType } from '../widgets/pickers/PickerInput.tsx'
import { spansOfDays } from './daySpans.ts'
import type { FilterFieldProps } from './FilterField.tsx'
import { readRange, writeRange } from './rangeText.ts'
import { filterMistake, filterText, isFilterText } from './typedFilterText.ts'
import { useTyped } from './useTyped.ts'

/** Start and end of a range of dates or numbers; either may stay empty. Dates offer common periods. */
export default function RangeFilter({ field, value, onChange, kind }: FilterFieldProps & { kind: 'dateRange' | 'numberRange' }): ReactNode {
  const labelId = useId()
  const title = resolveText(field.title)
  const [from, to] = readRange(value[0])
  const isDays = kind === 'dateRange'
  const type = isDays ? 'date' : 'number'
  const read = (text: string) => filterText(text, type)
  const [typedFrom, setFrom] = useTyped(from, (text) => isFilterText(text, type) && onChange(writeRange(text, to)), { read })
  const [typedTo, setTo] = useTyped(to, (text) => isFilterText(text, type) && onChange(writeRange(from, text)), { read })
  const mistake = filterMistake(typedFrom, type) ?? filterMistake(typedTo, type)
  const common = {
    className: 'ag-input',
    ...(isDays
      ? { type: pickerInputType('date'), placeholder: translate('form.dayPattern'), autoComplete: 'off' }
      : { type: 'text', inputMode: 'decimal' as const }),
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as one row in all browsers
    <div className={`ag-filter ag-filter--${isDays ? 'days' : 'numbers'}`} role="group" aria-labelledby={labelId}>
      <span id={labelId} className="ag-filter__label">
        {title}
      </span>
      <span className="ag-filter__range">
        <End isDays={isDays} max={to || '9999-12-31'}>
          <input
            {...common}
            aria-label={translate('kernel.filter.from', { title })}
            max={isDays ? to || '9999-12-31' : undefined}
            value={typedFrom}
            aria-invalid={filterMistake(typedFrom, type) !== null || undefined}
            onChange={(event) => setFrom(event.target.value)}
          />
        </End>
        <span aria-hidden="true">–</span>
        <End isDays={isDays} min={from || undefined}>
          <input
            {...common}
            aria-label={translate('kernel.filter.to', { title })}
            min={isDays ? from || undefined : undefined}
            max={isDays ? '9999-12-31' : undefined}
            value={typedTo}
            aria-invalid={filterMistake(typedTo, type) !== null || undefined}
            onChange={(event) => setTo(event.target.value)}
          />
        </End>
        {isDays && (
          <MenuButton
            label={translate('kernel.filter.spans', { title })}
            className="ag-icon-button ag-icon-button--small"
            face={<Icon name="history" />}
            entries={spansOfDays(new Date()).map((span) => ({
              id: span.name,
              label: translate(`kernel.filter.span.${span.name}`),
              checked: span.from === from && span.to === to,
              onSelect: () => onChange(writeRange(span.from, span.to)),
            }))}
          />
        )}
      </span>
      {mistake !== null && (
        <span className="ag-filter__mistake" role="status">
          {mistake}
        </span>
      )}
    </div>
  )
}

function End({ isDays, min, max, children }: { isDays: boolean; min?: string; max?: string; children: ReactNode }): ReactNode {
  if (!isDays) return children
  return (
    <PickerInput kind="date" min={min} max={max}>
      {children}
    </PickerInput>
  )
}
