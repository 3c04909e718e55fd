import { DatePicker, TimePicker } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import { type ReactNode, useEffect, useState } from 'react'
import { SkinnedAntd } from '../SkinnedAntd.tsx'
import type { Bounds } from './moveMoment.ts'
import type { PickerKind } from './tidyMoment.ts'

interface PickerPopupProps extends Bounds {
  kind: PickerKind
  /** `YYYY-MM-DD` or `HH:MM`; null while nothing complete is typed. */
  value: string | null
  /** @param isWhole nothing is left to choose */
  onPick(value: string, isWhole: boolean): void
}

/** The calendar or list of times below a `PickerInput`: antd's, without its input. It never takes the focus. */
export default function PickerPopup(props: PickerPopupProps): ReactNode {
  return (
    <SkinnedAntd>
      <span className="ag-picker__anchor" aria-hidden="true">
        {props.kind === 'date' ? <Days {...props} /> : <Times {...props} />}
      </span>
    </SkinnedAntd>
  )
}

/** Clicks in it leave the focus in the field. */
function panelBox(panel: ReactNode): ReactNode {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: not a control; only keeps the focus where it is
    <div className="ag-picker__panel" onMouseDown={(event) => event.preventDefault()}>
      {panel}
    </div>
  )
}

const HIDDEN = { open: true, inputReadOnly: true, allowClear: false, tabIndex: -1, panelRender: panelBox } as const

function Days({ value, min, max, onPick }: PickerPopupProps): ReactNode {
  const day = value ? dayjs(value) : null
  const [month, setMonth] = useState<Dayjs>(() => day ?? nearest(min, max))
  // The calendar turns to what is typed.
  useEffect(() => {
    if (value) setMonth(dayjs(value))
  }, [value])
  return (
    <DatePicker
      {...HIDDEN}
      value={day}
      pickerValue={month}
      onPanelChange={(shown) => setMonth(shown)}
      minDate={min ? dayjs(min) : undefined}
      maxDate={max ? dayjs(max) : undefined}
      showNow
      onChange={(chosen) => chosen && onPick(chosen.format('YYYY-MM-DD'), true)}
    />
  )
}

function Times({ value, onPick }: PickerPopupProps): ReactNode {
  return (
    <TimePicker
      {...HIDDEN}
      format="HH:mm"
      showNow={false}
      needConfirm={false}
      value={value ? dayjs(`2000-01-01T${value}`) : null}
      onCalendarChange={(chosen) => {
        const time = Array.isArray(chosen) ? chosen[0] : chosen
        if (time) onPick(time.format('HH:mm'), false)
      }}
    />
  )
}

/** Today, when it may be chosen; else the end that is nearest to it. */
function nearest(min: string | undefined, max: string | undefined): Dayjs {
  const today = dayjs().format('YYYY-MM-DD')
  if (min && today < min) return dayjs(min)
  return dayjs(max && today > max ? max : today)
}
