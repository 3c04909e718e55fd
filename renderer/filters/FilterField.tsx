import type { ReactNode } from 'react'
import { lazy, useEffect, useId } from 'react'
import { loadChunk } from '../../runtime/client/loadChunk.ts'
import { resolveText, translate } from '../../runtime/client/texts.ts'
import type { FormField } from '../../runtime/core/documents.ts'
import { LoadedLater } from '../LoadedLater.tsx'
import { joinClasses } from '../widgets/light/joinClasses.ts'
import { MenuButton } from '../widgets/light/MenuButton.tsx'
import { type FilterKind, filterKind } from './filterKind.ts'
import { useFilterOptions } from './useFilterOptions.ts'

export interface FilterFieldProps {
  name: string
  field: FormField
  /** What the address holds: none, one or several values; a range is one (`rangeText.ts`). */
  value: readonly string[]
  layout: 'bar' | 'pills'
  /** Option -> rows that it would leave, as numbers; an option without one leaves none. Null: not known. */
  counts?: Readonly<Record<string, unknown>> | null
  /** Exactly one option is chosen; without a choice `onDefault` receives the first. */
  required?: boolean
  onDefault?(value: string): void
  onChange(value: string | string[]): void
}

/** Trees and options that are searched for are the form's own controls; they, and what is typed, load when a filter needs them. */
const FilterControl = lazy(() => loadChunk(() => import('./FilterControl.tsx')))
const RangeFilter = lazy(() => loadChunk(() => import('./RangeFilter.tsx')))
const TypedFilter = lazy(() => loadChunk(() => import('./TypedFilter.tsx')))

/** One filter of a form document, drawn by its declared type. Values are strings of the address. */
export function FilterField(props: FilterFieldProps): ReactNode {
  const kind = filterKind(props.field)
  if (kind === 'choice' || kind === 'choices') {
    if (props.layout === 'pills') return <Pills {...props} />
    return kind === 'choice' ? <Choice {...props} /> : <Choices {...props} />
  }
  return <LoadedLater fallback={<div className="ag-filter ag-skeleton" />}>{onDemand(props, kind)}</LoadedLater>
}

function onDemand(props: FilterFieldProps, kind: Exclude<FilterKind, 'choice' | 'choices'>): ReactNode {
  if (kind === 'dateRange' || kind === 'numberRange') return <RangeFilter {...props} kind={kind} />
  if (kind === 'way' || kind === 'lookup') return <FilterControl {...props} />
  return <TypedFilter {...props} type={kind} />
}

function Pills({ field, value, counts, required, onDefault, onChange }: FilterFieldProps): ReactNode {
  const labelId = useId()
  const options = useFilterOptions(field)
  const several = field.type === 'array'
  const first = required && value.length === 0 && options[0] ? String(options[0].value) : null
  useEffect(() => {
    if (first !== null) onDefault?.(first)
  }, [first, onDefault])

  function toggle(option: string): void {
    const chosen = value.includes(option)
    if (several) onChange(chosen ? value.filter((other) => other !== option) : [...value, option])
    else if (!chosen || !required) onChange(chosen ? '' : option)
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as one row in all browsers
    <div className="ag-pills" role="group" aria-labelledby={labelId}>
      <span id={labelId} className="ag-pills__label">
        {resolveText(field.title)}
      </span>
      <span className="ag-pills__options">
        {!required && (
          <button type="button" className="ag-pills__option" aria-pressed={value.length === 0} onClick={() => onChange('')}>
            {resolveText(field['x-placeholder']) || translate('kernel.filter.all')}
          </button>
        )}
        {options.map(({ value: code, label }) => {
          const count = countOf(counts, code)
          return (
            <button
              key={String(code)}
              type="button"
              className={joinClasses('ag-pills__option', count === 0 && 'ag-pills__option--none')}
              aria-pressed={value.includes(String(code))}
              aria-description={count === null ? undefined : String(count)}
              onClick={() => toggle(String(code))}
            >
              {label}
              {count !== null && (
                <span className="ag-pills__count" aria-hidden>
                  {count}
                </span>
              )}
            </button>
          )
        })}
      </span>
    </div>
  )
}

/** Null where it is not known. */
function countOf(counts: FilterFieldProps['counts'], value: unknown): number | null {
  return counts ? Number(counts[String(value)] ?? 0) : null
}

function Choice({ field, value, counts, onChange }: FilterFieldProps): ReactNode {
  const id = useId()
  const options = useFilterOptions(field)
  return (
    <div className="ag-filter">
      <label className="ag-filter__label" htmlFor={id}>
        {resolveText(field.title)}
      </label>
      <select
        id={id}
        className={joinClasses('ag-select', value.length > 0 && 'ag-select--set')}
        value={value[0] ?? ''}
        onChange={(event) => onChange(event.target.value)}
      >
        <option value="">{resolveText(field['x-placeholder']) || translate('kernel.filter.all')}</option>
        {options.map((option) => (
          <option key={String(option.value)} value={String(option.value)}>
            {counts ? `${option.label} (${countOf(counts, option.value)})` : option.label}
          </option>
        ))}
      </select>
    </div>
  )
}

function Choices({ field, value, onChange }: FilterFieldProps): ReactNode {
  const options = useFilterOptions(field)
  const title = resolveText(field.title)
  const chosen = options.filter((option) => value.includes(String(option.value)))
  const face =
    value.length === 0
      ? translate('kernel.filter.all')
      : chosen.length === 1
        ? chosen[0]!.label
        : translate('kernel.filter.chosen', { count: value.length })
  return (
    <div className="ag-filter">
      <span className="ag-filter__label" aria-hidden="true">
        {title}
      </span>
      <MenuButton
        label={`${title}${translate('kernel.filter.colon')}${face}`}
        className={joinClasses('ag-select', 'ag-filter__choices', value.length > 0 && 'ag-select--set')}
        face={face}
        align="start"
        keepOpen
        entries={options.map((option) => {
          const own = String(option.value)
          return {
            id: own,
            label: option.label,
            checked: value.includes(own),
            onSelect: () => onChange(value.includes(own) ? value.filter((other) => other !== own) : [...value, own]),
          }
        })}
      />
    </div>
  )
}
