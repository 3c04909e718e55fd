import type { ControlProps } from '../../form/contract.ts'
import { NativeInput } from './NativeInput.tsx'

const TYPES: Record<string, string> = { email: 'email', uri: 'url' }

/** One line of text. Props: `autoComplete`, `inputMode`. The length is checked by the validator, not cut while typing. */
export default function TextControl(control: ControlProps) {
  const format = String(control.field.format ?? (control.field.email ? 'email' : ''))
  return (
    <NativeInput
      control={control}
      type="text"
      inputMode={(control.props.inputMode as 'text') ?? (TYPES[format] as 'email' | 'url') ?? (control.field.phone ? 'tel' : undefined)}
      autoComplete={control.props.autoComplete as string | undefined}
    />
  )
}
