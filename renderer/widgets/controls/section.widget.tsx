import { resolveText } from '../../../runtime/client/texts.ts'
import type { ControlProps } from '../../form/contract.ts'

/** A heading within a form; with properties, a frame around their fields (drawn by the form itself). Holds no answer. */
export default function SectionControl({ label, field }: ControlProps) {
  return (
    <div className="ag-form-heading">
      <h3>{label}</h3>
      {field.description && <p className="ag-form-text">{resolveText(field.description)}</p>}
    </div>
  )
}
