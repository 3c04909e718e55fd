import type { FormField, Options } from '../../../runtime/core/documents.ts'
import type { OptionValue } from '../../../runtime/core/form/compileOptions.ts'
import type { ControlProps } from '../../form/contract.ts'
import { LeaveArea } from './LeaveArea.tsx'
import { OptionsState } from './OptionsState.tsx'
import { useAnswer } from './useAnswer.ts'
import { useOptions } from './useOptions.ts'
import './rich.css'

type Option = Extract<Options, unknown[]>[number]

/** One of some pictures (a value), or any of them (a list). The words of an option stand below its picture and name it; the picture itself has no other name. */
export default function PictureChoiceControl(control: ControlProps) {
  const [value, write] = useAnswer<OptionValue | OptionValue[]>(control.answer)
  const options = useOptions(control.field, '', control.answer.path)
  const pictures = picturesOf(control.field)
  const isSeveral = control.field.type === 'array'
  const chosen = Array.isArray(value) ? value : value === undefined ? [] : [value]
  const choose = (option: OptionValue, isOn: boolean) => {
    if (!isSeveral) return write(option)
    const next = options.list.map((each) => each.value).filter((each) => (each === option ? isOn : chosen.includes(each)))
    write(next.length > 0 ? next : undefined)
  }
  return (
    <LeaveArea className="ag-form-pictures" answer={control.answer}>
      {options.list.map((option, at) => (
        <label key={String(option.value)} className="ag-form-choice ag-form-tile ag-form-picture-tile">
          <span className="ag-form-picture-frame">
            {pictures.has(option.value) && <img src={pictures.get(option.value)} alt="" decoding="async" />}
          </span>
          <span className="ag-form-picture-words">
            <input
              type={isSeveral ? 'checkbox' : 'radio'}
              id={at === 0 ? control.id : undefined}
              name={control.answer.path}
              checked={chosen.includes(option.value)}
              disabled={control.disabled || control.disabledOptions.includes(option.value)}
              aria-invalid={control.invalid || undefined}
              aria-describedby={control.describedBy}
              onChange={(event) => choose(option.value, event.currentTarget.checked)}
            />
            <span>{option.label}</span>
          </span>
        </label>
      ))}
      <OptionsState options={options} />
    </LeaveArea>
  )
}

function picturesOf(field: FormField): ReadonlyMap<unknown, string> {
  const options: readonly Option[] = Array.isArray(field['x-options']) ? field['x-options'] : []
  return new Map(options.flatMap(({ value, picture }) => (picture ? [[value, picture]] : [])))
}
