import type { ReactNode } from 'react'
import type { ControlProps } from '../../form/contract.ts'

interface BoxProps {
  control: ControlProps
  ticked: boolean
  onTick(ticked: boolean): void
  /** After the label. */
  children?: ReactNode
}

/** One checkbox with its label; the whole line is clickable. */
export function Box({ control, ticked, onTick, children }: BoxProps) {
  return (
    <label className="ag-form-choice">
      <input
        type="checkbox"
        id={control.id}
        checked={ticked}
        disabled={control.disabled}
        required={control.required}
        aria-invalid={control.invalid || undefined}
        aria-describedby={control.describedBy}
        onChange={(event) => onTick(event.currentTarget.checked)}
        onBlur={control.answer.leave}
      />
      <span>
        {control.label}
        {children}
        {control.required && (
          <span className="ag-form-field-mark" aria-hidden="true">
            *
          </span>
        )}
      </span>
    </label>
  )
}
