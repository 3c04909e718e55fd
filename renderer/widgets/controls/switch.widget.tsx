import type { ControlProps } from '../../form/contract.ts'
import { useAnswer } from './useAnswer.ts'

/** A boolean that takes effect: on or off. */
export default function SwitchControl(control: ControlProps) {
  const [value, write] = useAnswer<boolean>(control.answer)
  return (
    <label className="ag-form-choice ag-form-switch">
      <input
        type="checkbox"
        role="switch"
        id={control.id}
        checked={value === true}
        aria-checked={value === true}
        disabled={control.disabled}
        aria-invalid={control.invalid || undefined}
        aria-describedby={control.describedBy}
        onChange={(event) => write(event.currentTarget.checked)}
        onBlur={control.answer.leave}
      />
      <span className="ag-form-switch-track" aria-hidden="true" />
      <span>{control.label}</span>
    </label>
  )
}
