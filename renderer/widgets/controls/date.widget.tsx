/** A day, `YYYY-MM-DD`. Props: `min`, `max`. The browser's own picker: light, complete with a keyboard, in the person's language. */
import type { ControlProps } from '../../form/contract.ts'
import { NativeInput } from './NativeInput.tsx'

export default function DateControl(control: ControlProps) {
  const { min, max } = control.props as { min?: string; max?: string }
  return <NativeInput control={control} type="date" min={min} max={max ?? '9999-12-31'} />
}
