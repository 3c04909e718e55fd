/** Two ends of a range, of days or of numbers; either may stay open. Days have the usual spans at hand. */
import type { ReactNode } from 'react'
import { useId } from 'react'
import { resolveText, translate } from '../../runtime/client/texts.ts'
import { Icon } from '../widgets/light/Icon.tsx'
import { MenuButton } from '../widgets/light/MenuButton.tsx'
import { spansOfDays } from './daySpans.ts'
import type { FilterFieldProps } from './FilterField.tsx'
import { readRange, writeRange } from './rangeText.ts'
import { useTyped } from './useTyped.ts'

/** A year that is still being typed (`0002`) is no answer yet. */
const FIRST_DAY = '1900-01-01'

export function RangeFilter({ field, value, onChange, kind }: FilterFieldProps & { kind: 'dateRange' | 'numberRange' }): ReactNode {
  const labelId = useId()
  const title = resolveText(field.title)
  const [from, to] = readRange(value[0])
  const isDays = kind === 'dateRange'
  const isWhole = (text: string) => !isDays || text === '' || text >= FIRST_DAY
  const [typedFrom, setFrom] = useTyped(from, (text) => isWhole(text) && onChange(writeRange(text, to)))
  const [typedTo, setTo] = useTyped(to, (text) => isWhole(text) && onChange(writeRange(from, text)))
  const common = { className: 'ag-input', type: isDays ? 'date' : 'number' }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as one row in all browsers
    <div className={`ag-filter ag-filter--${isDays ? 'days' : 'numbers'}`} role="group" aria-labelledby={labelId}>
      <span id={labelId} className="ag-filter__label">
        {title}
      </span>
      <span className="ag-filter__range">
        <input
          {...common}
          aria-label={translate('kernel.filter.from', { title })}
          max={isDays ? to || '9999-12-31' : to || undefined}
          value={typedFrom}
          onChange={(event) => setFrom(event.target.value)}
        />
        <span aria-hidden="true">–</span>
        <input
          {...common}
          aria-label={translate('kernel.filter.to', { title })}
          min={from || undefined}
          max={isDays ? '9999-12-31' : undefined}
          value={typedTo}
          onChange={(event) => setTo(event.target.value)}
        />
        {isDays && (
          <MenuButton
            label={translate('kernel.filter.spans', { title })}
            className="ag-icon-button ag-icon-button--small"
            face={<Icon name="calendar" />}
            entries={spansOfDays(new Date()).map((span) => ({
              id: span.name,
              label: translate(`kernel.filter.span.${span.name}`),
              checked: span.from === from && span.to === to,
              onSelect: () => onChange(writeRange(span.from, span.to)),
            }))}
          />
        )}
      </span>
    </div>
  )
}
