/** A password, hidden while typed, shown on demand. Props: `autoComplete` (`current-password`; `new-password` where one is chosen). */
import { useState } from 'react'
import { translate } from '../../../runtime/client/texts.ts'
import type { ControlProps } from '../../form/contract.ts'
import { NativeInput } from './NativeInput.tsx'

export default function PasswordControl(control: ControlProps) {
  const [shown, setShown] = useState(false)
  const label = translate(shown ? 'form.hidePassword' : 'form.showPassword')
  return (
    <span className="ag-form-input-with-unit">
      <NativeInput
        control={control}
        type={shown ? 'text' : 'password'}
        autoComplete={String(control.props.autoComplete ?? 'current-password')}
      />
      <button type="button" className="ag-form-input-reveal" aria-pressed={shown} onClick={() => setShown(!shown)}>
        {label}
      </button>
    </span>
  )
}
