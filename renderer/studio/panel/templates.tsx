/** The light theme of panels: a label, the control, help, and what is wrong. */
import type { BaseInputTemplateProps, FieldTemplateProps } from '@rjsf/utils'
import type { ReactNode } from 'react'
import { usePanel } from './usePanel.ts'

function FieldTemplate({ id, label, children, schema, hidden }: FieldTemplateProps): ReactNode {
  const { help, failure } = usePanel()
  const key = id.slice(id.lastIndexOf('_') + 1)
  if (hidden) return <div hidden>{children}</div>
  if (id.indexOf('_') < 0) return children
  const words = help(key)
  const wrong = failure(key)
  const isBox = schema.type === 'boolean'
  return (
    <div className={isBox ? 'ag-studio-field ag-studio-field--box' : 'ag-studio-field'}>
      <label className="ag-studio-field__label" htmlFor={id} id={`${id}-label`}>
        {label}
      </label>
      {children}
      {words && (
        <p className="ag-studio-hint" id={`${id}-help`}>
          {words}
        </p>
      )}
      {wrong && <p className="ag-studio-field__wrong">{wrong}</p>}
    </div>
  )
}

function BaseInputTemplate({
  id,
  value,
  schema,
  type,
  disabled,
  readonly,
  onChange,
  onBlur,
  onFocus,
  options,
}: BaseInputTemplateProps): ReactNode {
  const isNumber = schema.type === 'number' || schema.type === 'integer'
  return (
    <input
      id={id}
      className="ag-form-input"
      type={type ?? (isNumber ? 'number' : 'text')}
      step={isNumber ? 'any' : undefined}
      value={value ?? ''}
      disabled={disabled || readonly}
      onChange={({ target }) => onChange(target.value === '' ? options.emptyValue : isNumber ? Number(target.value) : target.value)}
      onBlur={({ target }) => onBlur(id, target.value)}
      onFocus={({ target }) => onFocus(id, target.value)}
    />
  )
}

export const templates = { FieldTemplate, BaseInputTemplate }
