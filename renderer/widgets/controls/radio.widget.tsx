import type { ControlProps } from '../../form/contract.ts'
import { OptionList } from './OptionList.tsx'

/** One of a few options, which are all shown. */
export default function RadioControl(control: ControlProps) {
  return <OptionList control={control} multiple={false} />
}
