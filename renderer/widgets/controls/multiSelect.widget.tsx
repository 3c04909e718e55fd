import { useMemo, useState } from 'react'
import { translate } from '../../../runtime/client/texts.ts'
import type { OptionValue } from '../../../runtime/core/form/compileOptions.ts'
import type { ControlProps } from '../../form/contract.ts'
import { Combobox } from './Combobox.tsx'
import { matching } from './matching.ts'
import { OptionList } from './OptionList.tsx'
import { useAnswer } from './useAnswer.ts'
import { staticOptions, useOptions } from './useOptions.ts'
import { useWords } from './useWords.ts'

const MAX_VISIBLE = 8

/** Several of the options. A few are shown as boxes; many are found by typing, and the chosen ones are shown as tags. */
export default function MultiSelectControl(control: ControlProps) {
  const declared = control.field['x-options']
  const few = useMemo(() => {
    const known = staticOptions(declared)
    return known.length > 0 && known.length <= MAX_VISIBLE
  }, [declared])
  return few ? <OptionList control={control} multiple /> : <TagSelect {...control} />
}

function TagSelect(control: ControlProps) {
  const [value, write] = useAnswer<OptionValue[]>(control.answer)
  const [search, setSearch] = useState('')
  const declared = control.field['x-options']
  const asksServer = declared !== undefined && 'call' in declared && declared.search !== undefined
  const options = useOptions(control.field, asksServer ? search : '', control.answer.path)
  const chosen = Array.isArray(value) ? value : []
  const put = (next: OptionValue[]) => write(next.length > 0 ? next : undefined)
  const toggle = (option: OptionValue) => put(chosen.includes(option) ? chosen.filter((each) => each !== option) : [...chosen, option])
  const known = useWords(chosen, options)
  const words = (option: OptionValue) => known(option) ?? '…'
  return (
    <>
      {chosen.length > 0 && (
        <ul className="ag-form-tags">
          {chosen.map((option) => (
            <li key={String(option)} className="ag-form-tag">
              {words(option)}
              <button
                type="button"
                disabled={control.disabled}
                aria-label={translate('form.removeChoice', { name: words(option) })}
                onClick={() => toggle(option)}
              >
                ×
              </button>
            </li>
          ))}
        </ul>
      )}
      <Combobox
        control={control}
        options={{ ...options, list: asksServer ? options.list : matching(options.list, search) }}
        search={search}
        onSearch={setSearch}
        shown=""
        keepsOpen
        isChosen={(option) => chosen.includes(option.value)}
        onTake={(option) => toggle(option.value)}
        onErase={() => put(chosen.slice(0, -1))}
      />
    </>
  )
}
