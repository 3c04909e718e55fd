import { resolveText } from '../../../runtime/client/texts.ts'
import type { ControlProps } from '../../form/contract.ts'
import { NativeInput } from './NativeInput.tsx'
import { parseNumber } from './parseNumber.ts'

/** A number typed as text: no wheel, no spinner, full-width digits understood. What is no number stays as text for the validator to name. Props:
 * `unit` (Text) behind the number. */
export default function NumberControl(control: ControlProps) {
  const unit = control.props.unit ? resolveText(control.props.unit) : ''
  const whole = control.field.type === 'integer'
  const input = (
    <NativeInput
      control={control}
      type="text"
      inputMode={whole ? 'numeric' : 'decimal'}
      parse={parseNumber}
      className="ag-form-input-number"
    />
  )
  if (!unit) return input
  return (
    <span className="ag-form-input-with-unit">
      {input}
      <span className="ag-form-input-unit">{unit}</span>
    </span>
  )
}
