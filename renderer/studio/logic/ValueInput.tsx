import type { ReactNode } from 'react'
import { resolveText, translate } from '../../../runtime/client/texts.ts'
import type { Operand } from '../../../runtime/core/studio/ruleOperands.ts'
import type { RuleLiteral } from '../../../runtime/core/studio/visualRule.ts'
import { MomentField } from '../../widgets/pickers/MomentField.tsx'
import { PickerInput, pickerInputType } from '../../widgets/pickers/PickerInput.tsx'

interface ValueInputProps {
  label: string
  operand: Pick<Operand, 'type' | 'options'>
  several: boolean
  value: unknown
  /** Undefined: nothing is given. */
  onChange(value: RuleLiteral | readonly RuleLiteral[] | undefined): void
}

/** Input of a value to compare with, by the type of the field. Also used for sample answers. */
export function ValueInput(props: ValueInputProps): ReactNode {
  const { operand, several } = props
  if (operand.options) return several ? <Choices {...props} options={operand.options} /> : <Choice {...props} options={operand.options} />
  if (operand.type === 'boolean')
    return <Choice {...props} options={YES_NO.map((value) => ({ value, label: translate(`studio.rule.${value}`) }))} />
  return several ? <Lines {...props} /> : <Single {...props} />
}

const YES_NO = [true, false] as const
type Options = NonNullable<Operand['options']>

function Choice({ label, options, value, onChange }: ValueInputProps & { options: Options }): ReactNode {
  const at = options.findIndex((option) => option.value === value)
  const isForeign = at < 0 && value !== undefined && value !== null
  return (
    <select
      className="ag-form-input"
      aria-label={label}
      aria-invalid={isForeign || undefined}
      value={isForeign ? 'foreign' : String(at)}
      onChange={({ target }) => onChange(options[Number(target.value)]?.value)}
    >
      <option value="-1">{translate('studio.rule.choose')}</option>
      {isForeign && <option value="foreign">{translate('studio.rule.gone', { value: String(value) })}</option>}
      {options.map((option, index) => (
        <option key={String(option.value)} value={String(index)}>
          {resolveText(option.label)}
        </option>
      ))}
    </select>
  )
}

function Choices({ label, options, value, onChange }: ValueInputProps & { options: Options }): ReactNode {
  const chosen: readonly unknown[] = Array.isArray(value) ? value : []
  const set = (option: RuleLiteral, isChosen: boolean) => {
    const next = [...options.map((each) => each.value), ...chosen].filter((each, index, all) => all.indexOf(each) === index)
    const kept = next.filter((each) => (each === option ? isChosen : chosen.includes(each))) as RuleLiteral[]
    onChange(kept.length > 0 ? kept : undefined)
  }
  const foreign = chosen.filter((each) => !options.some((option) => option.value === each)) as RuleLiteral[]
  return (
    <fieldset aria-label={label} className="ag-studio-rule__choices">
      {[...options, ...foreign.map((each) => ({ value: each, label: translate('studio.rule.gone', { value: String(each) }) }))].map(
        (option) => (
          <label key={String(option.value)}>
            <input type="checkbox" checked={chosen.includes(option.value)} onChange={({ target }) => set(option.value, target.checked)} />
            {resolveText(option.label)}
          </label>
        ),
      )}
    </fieldset>
  )
}

function Single({ label, operand, value, onChange }: ValueInputProps): ReactNode {
  const { type } = operand
  if (type === 'datetime')
    return (
      <MomentField
        isLabelHidden
        label={label}
        value={typeof value === 'string' ? value : ''}
        onChange={(moment) => onChange(moment ?? undefined)}
      />
    )
  const isNumber = typeof value === 'number' || type === 'number' || type === 'choices' || type === 'list' || type === 'rows'
  const change = (text: string) => onChange(text === '' ? undefined : isNumber ? Number(text) : text)
  const input = (inputType: string) => (
    <input
      className="ag-form-input"
      aria-label={label}
      type={inputType}
      value={value === undefined || value === null ? '' : String(value)}
      onChange={({ target }) => change(target.value)}
    />
  )
  if (type === 'date' || type === 'time') return <PickerInput kind={type}>{input(pickerInputType(type))}</PickerInput>
  return input(isNumber ? 'number' : 'text')
}

/** One value a line. */
function Lines({ label, value, onChange }: ValueInputProps): ReactNode {
  const lines: readonly unknown[] = Array.isArray(value) ? value : []
  const change = (text: string) => {
    const values = text.split('\n').filter((line) => line !== '')
    onChange(values.length > 0 ? values : undefined)
  }
  return (
    <textarea
      className="ag-form-input"
      aria-label={label}
      rows={Math.max(2, lines.length)}
      placeholder={translate('studio.rule.lines')}
      defaultValue={lines.join('\n')}
      onChange={({ target }) => change(target.value)}
    />
  )
}
