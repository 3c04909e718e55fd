import { useState } from 'react'
import { translate } from '../../../runtime/client/texts.ts'
import type { ControlProps } from '../../form/contract.ts'
import { PickerInput, pickerInputType } from '../pickers/PickerInput.tsx'
import { LeaveArea } from './LeaveArea.tsx'
import { useAnswer } from './useAnswer.ts'

/** The control is several elements: the label names the group. */
export const frame = 'group'

interface Parts {
  day: string
  time: string
}

/** A moment: a day and a time of the person's own time zone; the answer is ISO 8601 in UTC with milliseconds. Props: `defaultTime` (`HH:MM`,
 * `00:00`), which stands until a time is chosen. */
export default function DatetimeControl(control: ControlProps) {
  const [value, write] = useAnswer<string>(control.answer)
  const [typed, setTyped] = useState<Parts>(() => partsOf(value))
  // what the person types may not be a moment yet; what comes from elsewhere goes before it
  const parts = momentOf(typed) === (value ?? null) || !value ? typed : partsOf(value)
  const put = (change: Partial<Parts>) => {
    const next = { ...parts, ...change }
    if (change.day && !next.time) next.time = String(control.props.defaultTime ?? '00:00')
    setTyped(next)
    write(momentOf(next) ?? undefined)
  }
  const common = {
    autoComplete: 'off',
    className: 'ag-form-input',
    disabled: control.disabled,
    'aria-invalid': control.invalid || undefined,
    'aria-describedby': control.describedBy,
  }
  return (
    <LeaveArea className="ag-form-range ag-form-moment" answer={control.answer}>
      <PickerInput kind="date" max="9999-12-31">
        <input
          {...common}
          id={control.id}
          type={pickerInputType('date')}
          placeholder={translate('form.dayPattern')}
          aria-label={translate('form.datetime.date', { label: control.label })}
          value={parts.day}
          onChange={(event) => put({ day: event.currentTarget.value })}
        />
      </PickerInput>
      <PickerInput kind="time">
        <input
          {...common}
          type={pickerInputType('time')}
          placeholder={translate('form.timePattern')}
          aria-label={translate('form.datetime.time', { label: control.label })}
          value={parts.time}
          onChange={(event) => put({ time: event.currentTarget.value })}
        />
      </PickerInput>
    </LeaveArea>
  )
}

const DAY = /^\d{4}-\d{2}-\d{2}$/
const TIME = /^([01]\d|2[0-3]):[0-5]\d$/

/** ISO 8601 in UTC; null when it is not a moment (yet). */
function momentOf({ day, time }: Parts): string | null {
  if (!DAY.test(day) || !TIME.test(time)) return null
  const at = new Date(`${day}T${time}`)
  return Number.isNaN(at.getTime()) ? null : at.toISOString()
}

function partsOf(value: string | undefined | null): Parts {
  if (!value) return { day: '', time: '' }
  const at = new Date(value)
  const two = (number: number) => String(number).padStart(2, '0')
  return {
    day: `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`,
    time: `${two(at.getHours())}:${two(at.getMinutes())}`,
  }
}
