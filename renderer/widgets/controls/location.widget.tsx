import { useState } from 'react'
import { translate } from '../../../runtime/client/texts.ts'
import type { ControlProps } from '../../form/contract.ts'
import { Button } from '../light/Button.tsx'
import { LeaveArea } from './LeaveArea.tsx'
import { useAnswer } from './useAnswer.ts'
import './rich.css'

/** About a metre. */
const DIGITS = 5
const WAIT_MS = 15_000
const POSITION = /\s*\((-?\d{1,2}\.\d+, -?\d{1,3}\.\d+)\)$/

/** A place as text: an address, and behind it the coordinates of the person's device, `Hall 3 (31.23042, 121.47370)`, once the person lets the browser tell them.
 *  No map, and no service of others, is asked. */
export default function LocationControl(control: ControlProps) {
  const [value, write] = useAnswer<string>(control.answer)
  const [asking, setAsking] = useState(false)
  const [said, setSaid] = useState('')
  const position = POSITION.exec(value ?? '')?.[1] ?? ''
  const address = (value ?? '').replace(POSITION, '')
  const put = (words: string, where: string) => write([words, where && `(${where})`].filter(Boolean).join(' ') || undefined)
  const locate = () => {
    setAsking(true)
    setSaid('')
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setAsking(false)
        put(address, `${coords.latitude.toFixed(DIGITS)}, ${coords.longitude.toFixed(DIGITS)}`)
        setSaid(translate('form.rich.located', { metres: Math.round(coords.accuracy) }))
      },
      ({ code, PERMISSION_DENIED }) => {
        setAsking(false)
        setSaid(translate(code === PERMISSION_DENIED ? 'form.rich.locateDenied' : 'form.rich.locateFailed'))
      },
      { enableHighAccuracy: true, timeout: WAIT_MS, maximumAge: 0 },
    )
  }
  return (
    <LeaveArea className="ag-form-location" answer={control.answer}>
      <input
        id={control.id}
        className="ag-form-input"
        name={control.answer.path}
        aria-label={control.label}
        placeholder={control.placeholder || translate('form.rich.address')}
        maxLength={Number(control.field.maxLength ?? 300)}
        value={address}
        disabled={control.disabled}
        aria-required={control.required || undefined}
        aria-invalid={control.invalid || undefined}
        aria-describedby={control.describedBy}
        onChange={({ currentTarget }) => put(currentTarget.value, position)}
      />
      <p className="ag-form-location-row">
        {position && <output>{position}</output>}
        {position ? (
          <Button size="small" disabled={control.disabled} onClick={() => put(address, '')}>
            {translate('form.rich.locateRemove')}
          </Button>
        ) : (
          <Button size="small" busy={asking} disabled={control.disabled} onClick={locate}>
            {translate('form.rich.locate')}
          </Button>
        )}
        <span className="ag-form-field-help" role="status">
          {said}
        </span>
      </p>
    </LeaveArea>
  )
}
