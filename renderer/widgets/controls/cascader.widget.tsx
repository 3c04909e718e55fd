import { useMemo, useState } from 'react'
import { resolveText, translate } from '../../../runtime/client/texts.ts'
import type { OptionValue } from '../../../runtime/core/form/compileOptions.ts'
import type { ControlProps } from '../../form/contract.ts'
import { Combobox } from './Combobox.tsx'
import { LeaveArea } from './LeaveArea.tsx'
import { matching } from './matching.ts'
import { OptionsState } from './OptionsState.tsx'
import { useAnswer } from './useAnswer.ts'
import { type ShownOption, useOptions } from './useOptions.ts'

/** A way through a tree of options (region, school): one list per level, each opening after the one above. The answer is the list of values on the
 * way, or with a text or number schema the last one. Props: `levels` (Text[]): names of the levels. */
export default function CascaderControl(control: ControlProps) {
  const [value, write] = useAnswer<OptionValue[] | OptionValue>(control.answer)
  const options = useOptions(control.field, '', control.answer.path)
  const declared = control.field['x-options']
  const searches = declared !== undefined && 'call' in declared && declared.search !== undefined
  const isList = control.field.type === 'array'
  const way = wayTo(options.list, value, isList)
  const levels = levelsOf(options.list, way)
  const choose = (level: number, chosen: OptionValue | undefined) => {
    const next = chosen === undefined ? way.slice(0, level) : [...way.slice(0, level), chosen]
    write(next.length === 0 ? undefined : isList ? next : next.at(-1))
  }
  return (
    <LeaveArea className="ag-form-cascader" answer={control.answer}>
      {searches && <WaySearch control={control} onTake={(found) => write(isList ? found : found.at(-1))} />}
      {levels.map((level, at) => (
        <select
          // biome-ignore lint/suspicious/noArrayIndexKey: a level is its place
          key={at}
          id={at === 0 && !searches ? control.id : undefined}
          className="ag-form-input ag-form-select"
          aria-label={levelName(control, at)}
          aria-invalid={control.invalid || undefined}
          aria-describedby={control.describedBy}
          disabled={control.disabled}
          value={String(level.findIndex((option) => option.value === way[at]))}
          onChange={(event) => choose(at, level[Number(event.currentTarget.value)]?.value)}
        >
          <option value="-1">{levelName(control, at) || translate('form.choose')}</option>
          {level.map((option, index) => (
            <option key={String(option.value)} value={index}>
              {option.label}
            </option>
          ))}
        </select>
      ))}
      <OptionsState options={options} />
    </LeaveArea>
  )
}

const MAX_WAYS = 200

/** Finds a way by its words, asked of the call; the lists below then show it. */
function WaySearch({ control, onTake }: { control: ControlProps; onTake(way: OptionValue[]): void }) {
  const [search, setSearch] = useState('')
  const options = useOptions(control.field, search, control.answer.path)
  const ways = useMemo(() => waysOf(options.list), [options.list])
  // What was found for earlier letters stays until the call answers: only what still fits may be taken.
  const list = matching(
    ways.map(({ label }, at) => ({ value: at, label })),
    search,
  ).slice(0, MAX_WAYS)
  return (
    <Combobox
      control={{ ...control, placeholder: translate('form.search') }}
      options={{ ...options, list }}
      search={search}
      onSearch={setSearch}
      shown=""
      isChosen={() => false}
      onTake={(option) => onTake(ways[Number(option.value)]!.way)}
    />
  )
}

interface Way {
  way: OptionValue[]
  label: string
}

/** Every way to an end of the tree. */
function waysOf(options: readonly ShownOption[], before: Way = { way: [], label: '' }): Way[] {
  return options.flatMap((option) => {
    const here = { way: [...before.way, option.value], label: before.label ? `${before.label} / ${option.label}` : option.label }
    return option.children ? waysOf(option.children, here) : [here]
  })
}

function levelName(control: ControlProps, at: number): string {
  const names = control.props.levels as unknown[] | undefined
  return names?.[at] ? resolveText(names[at]) : at === 0 ? control.placeholder || control.label : translate('form.choose')
}

function levelsOf(top: ShownOption[], way: readonly OptionValue[]): ShownOption[][] {
  const levels = [top]
  for (const step of way) {
    const below = levels.at(-1)!.find((option) => option.value === step)?.children
    if (!below) break
    levels.push(below)
  }
  return levels
}

/** The way to an answer; for an answer that is one value, the first place it is found at. */
function wayTo(options: ShownOption[], value: unknown, isList: boolean): OptionValue[] {
  if (isList) return Array.isArray(value) ? value : []
  for (const option of options) {
    if (option.value === value) return [option.value]
    const below = option.children ? wayTo(option.children, value, false) : []
    if (below.length > 0) return [option.value, ...below]
  }
  return []
}
