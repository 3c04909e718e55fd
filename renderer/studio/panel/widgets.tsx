/** Controls of panels for plain values: a box, and a choice of a list. */
import type { WidgetProps } from '@rjsf/utils'
import type { ReactNode } from 'react'

function CheckboxWidget({ id, value, options, disabled, onChange }: WidgetProps): ReactNode {
  const initial = options.initial === true
  return (
    <input
      id={id}
      type="checkbox"
      className="ag-studio-box"
      checked={(value ?? initial) === true}
      disabled={disabled}
      onChange={({ target }) => onChange(target.checked === initial ? undefined : target.checked)}
    />
  )
}

function SelectWidget({ id, value, options, disabled, onChange }: WidgetProps): ReactNode {
  const offered = options.enumOptions ?? []
  return (
    <select
      id={id}
      className="ag-form-input"
      value={value ?? ''}
      disabled={disabled}
      onChange={({ target }) => onChange(target.value === '' ? undefined : target.value)}
    >
      <option value="">—</option>
      {offered.map(({ value: each, label }) => (
        <option key={String(each)} value={String(each)}>
          {label}
        </option>
      ))}
    </select>
  )
}

export const widgets = { CheckboxWidget, SelectWidget }
