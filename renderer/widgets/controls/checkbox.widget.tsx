/** One box (a boolean), or with options several of which any may be ticked (a list). */
import type { ControlProps } from '../../form/contract.ts'
import { OptionList } from './OptionList.tsx'
import { useAnswer } from './useAnswer.ts'

export default function CheckboxControl(control: ControlProps) {
  return control.field['x-options'] ? <OptionList control={control} multiple /> : <SingleBox {...control} />
}

function SingleBox(control: ControlProps) {
  const [value, write] = useAnswer<boolean>(control.answer)
  return (
    <label className="ag-form-choice">
      <input
        type="checkbox"
        id={control.id}
        checked={value === true}
        disabled={control.disabled}
        required={control.required}
        aria-invalid={control.invalid || undefined}
        aria-describedby={control.describedBy}
        onChange={(event) => write(event.currentTarget.checked)}
        onBlur={control.answer.leave}
      />
      <span>
        {control.label}
        {control.required && (
          <span className="ag-form-field-mark" aria-hidden="true">
            *
          </span>
        )}
      </span>
    </label>
  )
}
