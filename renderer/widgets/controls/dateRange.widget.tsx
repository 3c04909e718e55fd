import { useRef } from 'react'
import { translate } from '../../../runtime/client/texts.ts'
import type { ControlProps } from '../../form/contract.ts'
import { PickerInput, pickerInputType } from '../pickers/PickerInput.tsx'
import { LeaveArea } from './LeaveArea.tsx'
import { useAnswer } from './useAnswer.ts'

type Range = [string | null, string | null]

/** Two days, `[from, to]`; the second cannot be chosen before the first. Props: `min`, `max`. */
export default function DateRangeControl(control: ControlProps) {
  const [value, write] = useAnswer<Range>(control.answer)
  const [from, to] = Array.isArray(value) ? value : [null, null]
  const { min, max = '9999-12-31' } = control.props as { min?: string; max?: string }
  const end = useRef<HTMLInputElement>(null)
  const put = (next: Range) => write(next[0] || next[1] ? next : undefined)
  const common = {
    type: pickerInputType('date'),
    placeholder: translate('form.dayPattern'),
    autoComplete: 'off',
    max,
    className: 'ag-form-input',
    disabled: control.disabled,
    'aria-invalid': control.invalid || undefined,
    'aria-describedby': control.describedBy,
  }
  return (
    <LeaveArea className="ag-form-range" answer={control.answer}>
      <PickerInput kind="date" min={min} max={max} onChosen={() => end.current?.focus()}>
        <input
          {...common}
          id={control.id}
          aria-label={translate('form.rangeFrom', { label: control.label })}
          min={min}
          value={from ?? ''}
          onChange={(event) => put([event.currentTarget.value || null, to])}
        />
      </PickerInput>
      <span className="ag-form-range-to" aria-hidden="true">
        –
      </span>
      <PickerInput kind="date" min={from || min} max={max}>
        <input
          {...common}
          ref={end}
          aria-label={translate('form.rangeTo', { label: control.label })}
          min={from ?? min}
          value={to ?? ''}
          onChange={(event) => put([from, event.currentTarget.value || null])}
        />
      </PickerInput>
    </LeaveArea>
  )
}
