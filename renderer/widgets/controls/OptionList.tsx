import { type ReactNode, useId } from 'react'
import type { OptionValue } from '../../../runtime/core/form/compileOptions.ts'
import type { ControlProps } from '../../form/contract.ts'
import { LeaveArea } from './LeaveArea.tsx'
import { OptionsState } from './OptionsState.tsx'
import { useAnswer } from './useAnswer.ts'
import { type ShownOption, useOptions } from './useOptions.ts'

/** `x-props.maxViewport`: the list takes at most so many hundredths of the viewport's height, and scrolls. */
const bounded = (maxViewport: unknown) =>
  typeof maxViewport === 'number' ? { maxHeight: `${maxViewport}vh`, overflowY: 'auto' as const } : undefined

/** Options as radio buttons or checkboxes, all visible; those of an enum whose groups have titles stand below them. */
export function OptionList({ control, multiple }: { control: ControlProps; multiple: boolean }) {
  const [value, write] = useAnswer<OptionValue | OptionValue[]>(control.answer)
  const options = useOptions(control.field, '', control.answer.path)
  const chosen = Array.isArray(value) ? value : value === undefined ? [] : [value]
  const choose = (option: OptionValue, on: boolean) => {
    if (!multiple) return write(option)
    const next = options.list.map((each) => each.value).filter((each) => (each === option ? on : chosen.includes(each)))
    write(next.length > 0 ? next : undefined)
  }
  const box = (option: ShownOption, isFirst: boolean) => (
    <label key={String(option.value)} className="ag-form-choice">
      <input
        type={multiple ? 'checkbox' : 'radio'}
        id={isFirst ? control.id : undefined}
        name={control.answer.path}
        checked={chosen.includes(option.value)}
        disabled={control.disabled || control.disabledOptions.includes(option.value)}
        aria-invalid={control.invalid || undefined}
        aria-describedby={control.describedBy}
        onChange={(event) => choose(option.value, event.currentTarget.checked)}
      />
      <span>{option.label}</span>
    </label>
  )
  const groups = [...new Set(options.list.map(({ group }) => group))]
  const boxesOf = (group: string | undefined) =>
    options.list.flatMap((option, at) => (option.group === group ? [box(option, at === 0)] : []))
  return (
    <LeaveArea className="ag-form-choices" answer={control.answer} style={bounded(control.props.maxViewport)}>
      {groups.map((group) =>
        group === undefined ? (
          boxesOf(group)
        ) : (
          <TitledGroup key={group} title={group}>
            {boxesOf(group)}
          </TitledGroup>
        ),
      )}
      <OptionsState options={options} />
    </LeaveArea>
  )
}

function TitledGroup({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset sizes its legend by rules of its own
    <div role="group" aria-labelledby={id} className="ag-form-choice-group">
      <span id={id} className="ag-form-choice-title">
        {title}
      </span>
      <div className="ag-form-choices">{children}</div>
    </div>
  )
}
