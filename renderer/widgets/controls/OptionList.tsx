import type { OptionValue } from '../../../runtime/core/form/compileOptions.ts'
import type { ControlProps } from '../../form/contract.ts'
import { LeaveArea } from './LeaveArea.tsx'
import { OptionsState } from './OptionsState.tsx'
import { useAnswer } from './useAnswer.ts'
import { useOptions } from './useOptions.ts'

/** `x-props.maxViewport`: the list takes at most so many hundredths of the viewport's height, and scrolls. */
const bounded = (maxViewport: unknown) =>
  typeof maxViewport === 'number' ? { maxHeight: `${maxViewport}vh`, overflowY: 'auto' as const } : undefined

/** Options as radio buttons or checkboxes, all visible. */
export function OptionList({ control, multiple }: { control: ControlProps; multiple: boolean }) {
  const [value, write] = useAnswer<OptionValue | OptionValue[]>(control.answer)
  const options = useOptions(control.field, '', control.answer.path)
  const chosen = Array.isArray(value) ? value : value === undefined ? [] : [value]
  const choose = (option: OptionValue, on: boolean) => {
    if (!multiple) return write(option)
    const next = options.list.map((each) => each.value).filter((each) => (each === option ? on : chosen.includes(each)))
    write(next.length > 0 ? next : undefined)
  }
  return (
    <LeaveArea className="ag-form-choices" answer={control.answer} style={bounded(control.props.maxViewport)}>
      {options.list.map((option, at) => (
        <label key={String(option.value)} className="ag-form-choice">
          <input
            type={multiple ? 'checkbox' : 'radio'}
            id={at === 0 ? control.id : undefined}
            name={control.answer.path}
            checked={chosen.includes(option.value)}
            disabled={control.disabled || control.disabledOptions.includes(option.value)}
            aria-invalid={control.invalid || undefined}
            aria-describedby={control.describedBy}
            onChange={(event) => choose(option.value, event.currentTarget.checked)}
          />
          <span>{option.label}</span>
        </label>
      ))}
      <OptionsState options={options} />
    </LeaveArea>
  )
}
