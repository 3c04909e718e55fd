import { translate } from '../../../runtime/client/texts.ts'
import type { ControlProps } from '../../form/contract.ts'
import { PickerInput, pickerInputType } from '../pickers/PickerInput.tsx'
import { NativeInput } from './NativeInput.tsx'

/** A day, `YYYY-MM-DD`. Props: `min`, `max`. */
export default function DateControl(control: ControlProps) {
  const { min, max = '9999-12-31' } = control.props as { min?: string; max?: string }
  const placeholder = control.placeholder || translate('form.dayPattern')
  return (
    <PickerInput kind="date" min={min} max={max}>
      <NativeInput control={{ ...control, placeholder }} type={pickerInputType('date')} min={min} max={max} autoComplete="off" />
    </PickerInput>
  )
}
