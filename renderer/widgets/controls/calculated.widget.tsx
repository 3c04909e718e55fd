import { resolveText, translate } from '../../../runtime/client/texts.ts'
import type { ControlProps } from '../../form/contract.ts'
import { useAnswer } from './useAnswer.ts'
import './rich.css'

/** What a rule computes from other answers, as text that follows them. Props: `unit` (Text) behind it. */
export default function CalculatedControl(control: ControlProps) {
  const [value] = useAnswer(control.answer)
  const isEmpty = value === undefined || value === null || value === ''
  const unit = control.props.unit && !isEmpty ? ` ${resolveText(control.props.unit)}` : ''
  return (
    <output id={control.id} className="ag-form-calculated" aria-label={control.label} aria-describedby={control.describedBy}>
      {isEmpty ? translate('form.rich.notYet') : `${String(value)}${unit}`}
    </output>
  )
}
