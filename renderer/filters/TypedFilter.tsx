import { type ReactNode, useId } from 'react'
import { resolveText, translate } from '../../runtime/client/texts.ts'
import { PickerInput, pickerInputType } from '../widgets/pickers/PickerInput.tsx'
import type { FilterFieldProps } from './FilterField.tsx'
import { isWholeDay } from './isWholeDay.ts'
import { useTyped } from './useTyped.ts'

/** A filter that is typed: a text, a number or a day. */
export default function TypedFilter({ field, value, onChange, type }: FilterFieldProps & { type: 'text' | 'number' | 'date' }): ReactNode {
  const id = useId()
  const isDay = type === 'date'
  const [typed, setTyped] = useTyped(value[0] ?? '', (text) => (!isDay || isWholeDay(text)) && onChange(text))
  const input = (
    <input
      id={id}
      className="ag-input"
      type={isDay ? pickerInputType('date') : type}
      value={typed}
      placeholder={resolveText(field['x-placeholder']) || (isDay ? translate('form.dayPattern') : undefined)}
      onChange={(event) => setTyped(event.target.value)}
    />
  )
  return (
    <div className="ag-filter">
      <label className="ag-filter__label" htmlFor={id}>
        {resolveText(field.title)}
      </label>
      {isDay ? <PickerInput kind="date">{input}</PickerInput> : input}
    </div>
  )
}
