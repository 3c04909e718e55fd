import { translate } from '../../../runtime/client/texts.ts'
import type { ControlProps } from '../../form/contract.ts'
import { PickerInput, pickerInputType } from '../pickers/PickerInput.tsx'
import { NativeInput } from './NativeInput.tsx'

/** A time of day, `HH:MM`. */
export default function TimeControl(control: ControlProps) {
  const placeholder = control.placeholder || translate('form.timePattern')
  return (
    <PickerInput kind="time">
      <NativeInput control={{ ...control, placeholder }} type={pickerInputType('time')} autoComplete="off" />
    </PickerInput>
  )
}
