/** Two days, `[from, to]`; the second cannot be chosen before the first. Props: `min`, `max`. */
import { translate } from '../../../runtime/client/texts.ts'
import type { ControlProps } from '../../form/contract.ts'
import { LeaveArea } from './LeaveArea.tsx'
import { useAnswer } from './useAnswer.ts'

type Range = [string | null, string | null]

export default function DateRangeControl(control: ControlProps) {
  const [value, write] = useAnswer<Range>(control.answer)
  const [from, to] = Array.isArray(value) ? value : [null, null]
  const { min, max } = control.props as { min?: string; max?: string }
  const put = (next: Range) => write(next[0] || next[1] ? next : undefined)
  const common = {
    type: 'date',
    className: 'ag-form-input',
    disabled: control.disabled,
    'aria-invalid': control.invalid || undefined,
    'aria-describedby': control.describedBy,
  }
  return (
    <LeaveArea className="ag-form-range" answer={control.answer}>
      <input
        {...common}
        id={control.id}
        aria-label={translate('form.rangeFrom', { label: control.label })}
        min={min}
        max={max ?? '9999-12-31'}
        value={from ?? ''}
        onChange={(event) => put([event.currentTarget.value || null, to])}
      />
      <span className="ag-form-range-to" aria-hidden="true">
        –
      </span>
      <input
        {...common}
        aria-label={translate('form.rangeTo', { label: control.label })}
        min={from ?? min}
        max={max ?? '9999-12-31'}
        value={to ?? ''}
        onChange={(event) => put([from, event.currentTarget.value || null])}
      />
    </LeaveArea>
  )
}
