import { normaliseNumberOfDocument } from '../../../runtime/core/values/normaliseText.ts'
import type { ControlProps } from '../../form/contract.ts'
import { NativeInput } from './NativeInput.tsx'

/** An identity card number or passport: capitals, no spaces. The rules are the keyword's. */
export default function IdNumberControl(control: ControlProps) {
  return <NativeInput control={control} type="text" autoComplete="off" parse={normaliseNumberOfDocument} className="ag-form-input-code" />
}
