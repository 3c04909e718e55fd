import { translate } from '../../../runtime/client/texts.ts'
import type { ControlProps } from '../../form/contract.ts'
import { LeaveArea } from './LeaveArea.tsx'
import { NativeInput } from './NativeInput.tsx'
import { useAnswer } from './useAnswer.ts'
import './rich.css'

const COLOUR = /^#[0-9a-f]{6}$/i

/** A colour as `#rrggbb`: picked, or typed. */
export default function ColourControl(control: ControlProps) {
  const [value, write] = useAnswer<string>(control.answer)
  const isColour = COLOUR.test(value ?? '')
  return (
    <LeaveArea className="ag-form-colour" answer={control.answer}>
      <input
        type="color"
        className={isColour ? undefined : 'ag-form-colour-none'}
        aria-label={translate('form.rich.colourPick', { label: control.label })}
        value={isColour ? value!.toLowerCase() : '#000000'}
        disabled={control.disabled}
        onChange={(event) => write(event.currentTarget.value)}
      />
      <NativeInput
        control={{ ...control, placeholder: control.placeholder || '#1677ff' }}
        label={control.label}
        autoComplete="off"
        maxLength={7}
      />
    </LeaveArea>
  )
}
