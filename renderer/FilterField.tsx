/** One filter in the form dialect, drawn light: pills or a list for options, a text box otherwise. Values travel as strings of the address. */
import type { ReactNode } from 'react'
import { useEffect, useId, useState } from 'react'
import { resolveText, translate } from '../runtime/client/texts.ts'
import type { FormField } from '../runtime/core/documents.ts'
import { useOptions } from './useOptions.ts'
import { joinClasses } from './widgets/light/joinClasses.ts'

export interface FilterFieldProps {
  name: string
  field: FormField
  /** What the address holds: none, one or several values. */
  value: readonly string[]
  layout: 'bar' | 'pills'
  onChange(value: string | string[]): void
}

export function FilterField(props: FilterFieldProps): ReactNode {
  const { field, layout } = props
  if (field['x-options'] || field.type === 'boolean') return layout === 'pills' ? <Pills {...props} /> : <Select {...props} />
  return <TextFilter {...props} />
}

function Pills({ field, value, onChange }: FilterFieldProps): ReactNode {
  const labelId = useId()
  const options = useOptions(field)
  const several = field.type === 'array'

  function toggle(option: string): void {
    const chosen = value.includes(option)
    if (several) onChange(chosen ? value.filter((other) => other !== option) : [...value, option])
    else onChange(chosen ? '' : option)
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as one row in all browsers
    <div className="ag-pills" role="group" aria-labelledby={labelId}>
      <span id={labelId} className="ag-pills__label">
        {resolveText(field.title)}
      </span>
      <span className="ag-pills__options">
        <button type="button" className="ag-pills__option" aria-pressed={value.length === 0} onClick={() => onChange('')}>
          {translate('kernel.filter.all')}
        </button>
        {options.map((option) => (
          <button
            key={option.value}
            type="button"
            className="ag-pills__option"
            aria-pressed={value.includes(option.value)}
            onClick={() => toggle(option.value)}
          >
            {option.label}
          </button>
        ))}
      </span>
    </div>
  )
}

function Select({ field, value, onChange }: FilterFieldProps): ReactNode {
  const id = useId()
  const options = useOptions(field)
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
        <option value="">{translate('kernel.filter.all')}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  )
}

const TYPING_PAUSE_MS = 400
const INPUT_TYPES: Record<string, string> = { integer: 'number', number: 'number' }

function TextFilter({ field, value, onChange }: FilterFieldProps): ReactNode {
  const id = useId()
  const given = value[0] ?? ''
  const [typed, setTyped] = useState(given)
  useEffect(() => setTyped(given), [given])
  // biome-ignore lint/correctness/useExhaustiveDependencies: only typing starts the pause
  useEffect(() => {
    if (typed === given) return
    const timer = setTimeout(() => onChange(typed), TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed])
  const type = field.format === 'date' ? 'date' : (INPUT_TYPES[String(field.type)] ?? 'text')
  return (
    <div className="ag-filter">
      <label className="ag-filter__label" htmlFor={id}>
        {resolveText(field.title)}
      </label>
      <input
        id={id}
        className="ag-input"
        type={type}
        value={typed}
        placeholder={resolveText(field['x-placeholder'])}
        onChange={(event) => setTyped(event.target.value)}
      />
    </div>
  )
}
