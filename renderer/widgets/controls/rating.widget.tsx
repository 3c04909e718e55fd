import { resolveText, translate } from '../../../runtime/client/texts.ts'
import type { ControlProps } from '../../form/contract.ts'
import { Icon } from '../light/Icon.tsx'
import { joinClasses } from '../light/joinClasses.ts'
import { LeaveArea } from './LeaveArea.tsx'
import { useAnswer } from './useAnswer.ts'
import './rich.css'

const MAX = 11

/** A whole number from `minimum` to `maximum` (1 to 5), given by choosing one of the steps. Props: `look` (`stars`, `numbers`), `low`, `high` (Text):
 * what the ends mean. */
export default function RatingControl(control: ControlProps) {
  const [value, write] = useAnswer<number>(control.answer)
  const { minimum = 1, maximum = 5 } = control.field as { minimum?: number; maximum?: number }
  const steps = Array.from({ length: Math.min(MAX, Math.max(1, maximum - minimum + 1)) }, (_, at) => minimum + at)
  const isStars = control.props.look !== 'numbers'
  const ends = [control.props.low, control.props.high].map((text) => (text ? resolveText(text) : ''))
  return (
    <LeaveArea className="ag-form-rating" answer={control.answer}>
      <span className="ag-form-rating-steps">
        {steps.map((step, at) => (
          <label
            key={step}
            className={joinClasses(
              'ag-form-rating-step',
              isStars ? 'ag-form-rating-star' : 'ag-form-rating-number',
              value !== undefined && (isStars ? step <= value : step === value) && 'ag-form-rating-on',
            )}
          >
            <input
              type="radio"
              id={at === 0 ? control.id : undefined}
              name={control.answer.path}
              checked={value === step}
              disabled={control.disabled}
              aria-label={[
                translate('form.rich.rating', { value: step, count: steps.at(-1) }),
                at === 0 ? ends[0] : step === steps.at(-1) ? ends[1] : '',
              ]
                .filter(Boolean)
                .join(' · ')}
              aria-invalid={control.invalid || undefined}
              aria-describedby={control.describedBy}
              onChange={() => write(step)}
            />
            {isStars ? <Icon name="star" /> : <span aria-hidden="true">{step}</span>}
          </label>
        ))}
        {value !== undefined && !control.required && !control.disabled && (
          <button type="button" className="ag-form-link-button" onClick={() => write(undefined)}>
            {translate('form.clear')}
          </button>
        )}
      </span>
      {ends.some(Boolean) && (
        <span className="ag-form-ends" aria-hidden="true">
          <span>{ends[0]}</span>
          <span>{ends[1]}</span>
        </span>
      )}
    </LeaveArea>
  )
}
