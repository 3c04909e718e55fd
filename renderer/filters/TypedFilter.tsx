import { type ReactNode, useId } from 'react'
import { resolveText, translate } from '../../runtime/client/texts.ts'
import { PickerInput, pickerInputType } from '../widgets/pickers/PickerInput.tsx'
import type { FilterFieldProps } from './FilterField.tsx'
import { filterMistake, filterText, isFilterText, type TypedKind } from './typedFilterText.ts'
import { useTyped } from './useTyped.ts'

/** A filter that is typed: a text, a number or a day. */
export default function TypedFilter({ field, value, onChange, type }: FilterFieldProps & { type: TypedKind }): ReactNode {
  const id = useId()
  const isDay = type === 'date'
  const read = (text: string) => filterText(text, type)
  const [typed, setTyped] = useTyped(value[0] ?? '', (text) => isFilterText(text, type) && onChange(text), { read })
  const mistake = filterMistake(typed, type)
  const input = (
    <input
      id={id}
      className="ag-input"
      type={isDay ? pickerInputType('date') : 'text'}
      inputMode={type === 'number' ? 'decimal' : undefined}
      aria-invalid={mistake !== null || undefined}
      aria-describedby={mistake === null ? undefined : `${id}-mistake`}
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
      {mistake !== null && (
        <span id={`${id}-mistake`} className="ag-filter__mistake">
          {mistake}
        </span>
      )}
    </div>
  )
}
