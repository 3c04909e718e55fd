/** A time of day, `HH:MM`. */
import type { ControlProps } from '../../form/contract.ts'
import { NativeInput } from './NativeInput.tsx'

export default function TimeControl(control: ControlProps) {
  return <NativeInput control={control} type="time" />
}
