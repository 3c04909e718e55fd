import type { ControlProps } from '../../form/contract.ts'
import { OptionList } from './OptionList.tsx'

/** One of a few options, all in sight. */
export default function RadioControl(control: ControlProps) {
  return <OptionList control={control} multiple={false} />
}
