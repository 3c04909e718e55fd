import { resolveText, translate } from '../../../runtime/client/texts.ts'
import type { ControlProps } from '../../form/contract.ts'
import { LeaveArea } from './LeaveArea.tsx'
import { useAnswer } from './useAnswer.ts'
import './rich.css'

/** Yes or no, of which neither is chosen beforehand (a boolean). Props: `yes`, `no` (Text): other words for them. */
export default function YesNoControl(control: ControlProps) {
  const [value, write] = useAnswer<boolean>(control.answer)
  const words = (name: 'yes' | 'no') => (control.props[name] ? resolveText(control.props[name]) : translate(`form.${name}`))
  return (
    <LeaveArea className="ag-form-pair" answer={control.answer}>
      {([true, false] as const).map((choice) => (
        <label key={String(choice)} className="ag-form-choice ag-form-tile">
          <input
            type="radio"
            id={choice ? control.id : undefined}
            name={control.answer.path}
            checked={value === choice}
            disabled={control.disabled}
            aria-invalid={control.invalid || undefined}
            aria-describedby={control.describedBy}
            onChange={() => write(choice)}
          />
          <span>{words(choice ? 'yes' : 'no')}</span>
        </label>
      ))}
    </LeaveArea>
  )
}
