import { useMemo, useState } from 'react'
import type { OptionValue } from '../../../runtime/core/form/compileOptions.ts'
import type { ControlProps } from '../../form/contract.ts'
import { Combobox } from './Combobox.tsx'
import { matching } from './matching.ts'
import { useAnswer } from './useAnswer.ts'
import { useOptions } from './useOptions.ts'
import { useWords } from './useWords.ts'

/** One of very many options, found by typing. With a call that searches, the server finds; otherwise the words are matched here. */
export default function SearchSelectControl(control: ControlProps) {
  const [value, write] = useAnswer<OptionValue>(control.answer)
  const [search, setSearch] = useState('')
  const declared = control.field['x-options']
  const asksServer = declared !== undefined && 'call' in declared && declared.search !== undefined
  const options = useOptions(control.field, asksServer ? search : '', control.answer.path)
  // What was found for earlier letters stays until the call answers: only what still fits may be taken.
  const isFound = asksServer && options.state !== 'loading'
  const list = useMemo(() => (isFound ? options.list : matching(options.list, search)), [options.list, search, isFound])
  const words = useWords(value === undefined ? [] : [value], options)
  return (
    <Combobox
      control={control}
      options={{ ...options, list }}
      search={search}
      onSearch={setSearch}
      shown={value === undefined ? '' : words(value)}
      isChosen={(option) => option.value === value}
      onTake={(option) => write(option.value)}
      onErase={() => write(undefined)}
    />
  )
}
