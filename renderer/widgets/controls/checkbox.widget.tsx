import type { ControlProps } from '../../form/contract.ts'
import { Box } from './Box.tsx'
import { OptionList } from './OptionList.tsx'
import { useAnswer } from './useAnswer.ts'

/** One box (a boolean), or with options several of which any may be ticked (a list). */
export default function CheckboxControl(control: ControlProps) {
  return control.field['x-options'] ? <OptionList control={control} multiple /> : <SingleBox {...control} />
}

function SingleBox(control: ControlProps) {
  const [value, write] = useAnswer<boolean>(control.answer)
  return <Box control={control} ticked={value === true} onTick={write} />
}
