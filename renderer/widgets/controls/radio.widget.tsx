/** One of a few options, all in sight. */
import type { ControlProps } from '../../form/contract.ts'
import { OptionList } from './OptionList.tsx'

export default function RadioControl(control: ControlProps) {
  return <OptionList control={control} multiple={false} />
}
