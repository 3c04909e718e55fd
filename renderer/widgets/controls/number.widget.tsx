import { resolveText } from '../../../runtime/client/texts.ts'
import { readNumber } from '../../../runtime/core/typed/readNumber.ts'
import type { ControlProps } from '../../form/contract.ts'
import { NativeInput } from './NativeInput.tsx'

/** A number typed as text: no wheel, no spinner, full-width digits and groups understood. What is no number, or may be two, stays as text for the form to name. Props:
 * `unit` (Text) behind the number. */
export default function NumberControl(control: ControlProps) {
  const unit = control.props.unit ? resolveText(control.props.unit) : ''
  const whole = control.field.type === 'integer'
  const input = (
    <NativeInput
      control={control}
      type="text"
      inputMode={whole ? 'numeric' : 'decimal'}
      parse={whole ? parseWhole : parseNumber}
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

function parseWhole(text: string): unknown {
  const reading = readNumber(text, { decimals: 0 })
  return 'value' in reading ? reading.value : text
}

function parseNumber(text: string): unknown {
  const reading = readNumber(text)
  return 'value' in reading ? reading.value : text
}
