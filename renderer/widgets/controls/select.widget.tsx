import { useEffect, useMemo, useRef } from 'react'
import { translate } from '../../../runtime/client/texts.ts'
import type { ControlProps } from '../../form/contract.ts'
import { OptionsState } from './OptionsState.tsx'
import SearchSelectControl from './searchSelect.widget.tsx'
import { type ShownOption, staticOptions, useOptions } from './useOptions.ts'

/** One of many options, by the browser's own list; a call's options load when the field comes into view. Props: none. */
export default function SelectControl(control: ControlProps) {
  const options = control.field['x-options']
  if (!options || !('call' in options)) return <DeclaredSelect {...control} />
  return options.search === undefined ? <CalledSelect {...control} /> : <SearchSelectControl {...control} />
}

/** Options that are in the document or in an enum: nothing to wait for, nothing to subscribe to. */
function DeclaredSelect(control: ControlProps) {
  const declared = control.field['x-options']
  const list = useMemo(() => staticOptions(declared), [declared])
  return <NativeSelect control={control} list={list} waiting={false} />
}

function CalledSelect(control: ControlProps) {
  const options = useOptions(control.field, '', control.answer.path)
  return (
    <>
      <NativeSelect control={control} list={options.list} waiting={options.state === 'loading'} />
      {options.state !== 'ready' && <OptionsState options={options} />}
    </>
  )
}

function NativeSelect({ control, list, waiting }: { control: ControlProps; list: readonly ShownOption[]; waiting: boolean }) {
  const { answer } = control
  const element = useRef<HTMLSelectElement>(null)
  useEffect(() => {
    const show = () => {
      if (element.current) element.current.value = positionOf(list, answer.read())
    }
    // Options may arrive after the answer.
    show()
    return answer.subscribe(show)
  }, [answer, list])
  return (
    <select
      ref={element}
      id={control.id}
      className="ag-form-input ag-form-select"
      disabled={control.disabled || waiting}
      required={control.required}
      aria-invalid={control.invalid || undefined}
      aria-describedby={control.describedBy}
      defaultValue={positionOf(list, answer.read())}
      onChange={(event) => answer.write(list[Number(event.currentTarget.value)]?.value)}
      onBlur={answer.leave}
    >
      <option value="-1">{control.placeholder || translate('form.chooseOne')}</option>
      {list.map((option, index) => (
        <option key={String(option.value)} value={index} disabled={control.disabledOptions.includes(option.value)}>
          {option.label}
        </option>
      ))}
    </select>
  )
}

/** Options go by place: their values may be numbers or booleans, which an element would turn into text. */
function positionOf(list: readonly ShownOption[], value: unknown): string {
  return String(list.findIndex((option) => option.value === value))
}
