import { resolveText } from '../../../runtime/client/texts.ts'
import type { ControlProps } from '../../form/contract.ts'

/** Words between fields. Props: `tone` (info, success, warning, error). Holds no answer. */
export default function NoteControl({ label, field, props }: ControlProps) {
  const text = field.description ? resolveText(field.description) : ''
  return (
    <div className={`ag-form-note ag-form-note-${String(props.tone ?? 'info')}`} role="note">
      {label && <strong>{label}</strong>}
      {text.split('\n').map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines of a fixed text
        <p key={at}>{line}</p>
      ))}
    </div>
  )
}
