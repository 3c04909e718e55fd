import { type KeyboardEvent, useState } from 'react'
import { translate } from '../../../runtime/client/texts.ts'
import type { ControlProps } from '../../form/contract.ts'
import { NativeInput } from './NativeInput.tsx'

/** A password, hidden while typed, shown on demand, with a word when Caps Lock is on. Props: `autoComplete` (`current-password`; `new-password`
 * where one is chosen). */
export default function PasswordControl(control: ControlProps) {
  const [shown, setShown] = useState(false)
  const [capsLock, setCapsLock] = useState(false)
  const label = translate(shown ? 'form.hidePassword' : 'form.showPassword')
  const look = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'))
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only listens to how the keys of the field inside stand
    <span className="ag-form-password" onKeyDown={look} onKeyUp={look} onBlur={() => setCapsLock(false)}>
      <span className="ag-form-input-with-unit">
        <NativeInput
          control={control}
          type={shown ? 'text' : 'password'}
          autoComplete={String(control.props.autoComplete ?? 'current-password')}
        />
        <button type="button" className="ag-form-input-reveal" onClick={() => setShown(!shown)}>
          {label}
          <span className="ag-hidden"> {control.label}</span>
        </button>
      </span>
      <span role="status" className="ag-form-hint">
        {capsLock ? translate('form.capsLock') : ''}
      </span>
    </span>
  )
}
