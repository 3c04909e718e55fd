import type { ReactNode } from 'react'
import { useSnapshot } from 'valtio'
import { language, translate } from '../../../runtime/client/texts.ts'
import { zones } from '../../../runtime/client/zone.ts'
import { momentText, offsetText } from '../../../runtime/core/momentText.ts'
import { MS_PER_MINUTE } from '../../../runtime/core/time.ts'
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

/** A moment: a day and a time of the person's own time zone; the answer is ISO 8601 in UTC with milliseconds. What is no moment stays in the answer as
 * it was typed, for the form to refuse. Props: `defaultTime` (`HH:MM`, `00:00`), which stands until a time is chosen; with one of the minute 59 the field is an end,
 * and a time of that minute means its last moment. Below it stands what the person should know of the moment: that their clock shows it twice on that day, and
 * what the platform's clock shows then, if it is another time. */
export default function DatetimeControl(control: ControlProps) {
  const [value, write] = useAnswer<string>(control.answer)
  const parts = partsOf(value)
  const standing = String(control.props.defaultTime ?? '00:00')
  const put = (change: Partial<Parts>) => {
    const next = { ...parts, ...change }
    if (change.day && !next.time) next.time = standing
    if (change.day === '' && next.time === standing) next.time = ''
    write(answerOf(next, standing))
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
      <Known value={value} />
    </LeaveArea>
  )
}

/** What the two texts do not tell. */
function Known({ value }: { value: string | undefined }): ReactNode {
  const { lang } = useSnapshot(language)
  const at = value && MOMENT.test(value) ? new Date(value) : null
  if (!at || Number.isNaN(at.getTime())) return null
  const { platform, own } = zones()
  const isElsewhere = offsetText(at, platform) !== offsetText(at, own)
  const words = [
    isTwice(at) && translate('form.datetime.twice', { offset: offsetText(at, own) }),
    isElsewhere && translate('form.datetime.elsewhere', { moment: momentText(at.toISOString(), lang, platform) }),
  ].filter(Boolean)
  if (words.length === 0) return null
  return (
    <p className="ag-form-field-help ag-form-moment-known" role="status">
      {words.join(' ')}
    </p>
  )
}

/** Whether the person's clock is set back over it: the same day and time come again. */
function isTwice(at: Date): boolean {
  const parts = localParts(at)
  return SET_BACK_MINUTES.some((minutes) =>
    [minutes, -minutes].some((by) => {
      const other = localParts(new Date(at.getTime() + by * MS_PER_MINUTE))
      return other.day === parts.day && other.time === parts.time
    }),
  )
}

/** By an hour, or, on Lord Howe Island, by half of it. */
const SET_BACK_MINUTES = [60, 30] as const
const DAY = /^\d{4}-\d{2}-\d{2}$/
const TIME = /^([01]\d|2[0-3]):[0-5]\d$/
/** Of an hour: who gives it as an end means the whole minute. */
const LAST_MINUTE = ':59'
/** Between what was typed as day and as time: no one can type it there. */
const CUT = '\n'
const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/

/** ISO 8601 in UTC; day and time as typed when they are no moment; without a zone, `2027-03-28T02:30`, when the person's clock skips it (a day that rolls
 *  over into the next month is no day). */
function answerOf({ day, time }: Parts, standing: string): string | undefined {
  if (!day && !time) return undefined
  if (!DAY.test(day) || !TIME.test(time)) return day + CUT + time
  const at = new Date(`${day}T${time}`)
  if (Number.isNaN(at.getTime())) return day + CUT + time
  const clock = localParts(at)
  if (clock.day !== day || clock.time !== time) return `${day}T${time}`
  if (standing.endsWith(LAST_MINUTE) && time.endsWith(LAST_MINUTE)) at.setSeconds(59, 999)
  return at.toISOString()
}

function partsOf(value: string | undefined | null): Parts {
  if (!value) return { day: '', time: '' }
  const at = MOMENT.test(value) ? new Date(value) : null
  if (at && !Number.isNaN(at.getTime())) return localParts(at)
  const [day = '', time = ''] = value.split(value.includes(CUT) ? CUT : 'T')
  return { day, time }
}

function localParts(at: Date): Parts {
  const two = (number: number) => String(number).padStart(2, '0')
  return {
    day: `${String(at.getFullYear()).padStart(4, '0')}-${two(at.getMonth() + 1)}-${two(at.getDate())}`,
    time: `${two(at.getHours())}:${two(at.getMinutes())}`,
  }
}
