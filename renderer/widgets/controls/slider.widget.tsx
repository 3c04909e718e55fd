import type { KeyboardEvent, PointerEvent } from 'react'
import { resolveText, translate } from '../../../runtime/client/texts.ts'
import type { ControlProps } from '../../form/contract.ts'
import { useAnswer } from './useAnswer.ts'
import './rich.css'

const MOVES: readonly string[] = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End', 'PageUp', 'PageDown', ' ']

/** A number between `minimum` (0) and `maximum` (100) in steps of `multipleOf` (1), chosen by sliding. Until it is touched there is no answer. Props:
 * `unit` (Text), `low`, `high` (Text): what the ends mean. */
export default function SliderControl(control: ControlProps) {
  const [value, write] = useAnswer<number>(control.answer)
  const { minimum = 0, maximum = 100, multipleOf = 1 } = control.field as { minimum?: number; maximum?: number; multipleOf?: number }
  const unit = control.props.unit ? resolveText(control.props.unit) : ''
  const words = typeof value === 'number' ? [value, unit].filter((each) => each !== '').join(' ') : translate('form.noAnswer')
  // The slider starts in the middle without an answer. A touch there is an answer, although the value does not change.
  const take = ({ currentTarget }: PointerEvent<HTMLInputElement> | KeyboardEvent<HTMLInputElement>) => {
    if (typeof value !== 'number') write(Number(currentTarget.value))
  }
  return (
    <div className="ag-form-slider">
      <div className="ag-form-slider-row">
        <input
          type="range"
          id={control.id}
          className={typeof value === 'number' ? undefined : 'ag-form-slider-untouched'}
          min={minimum}
          max={maximum}
          step={multipleOf}
          value={typeof value === 'number' ? value : middle(minimum, maximum, multipleOf)}
          disabled={control.disabled}
          aria-label={control.label}
          aria-valuetext={words}
          aria-invalid={control.invalid || undefined}
          aria-describedby={control.describedBy}
          onChange={(event) => write(Number(event.currentTarget.value))}
          onPointerUp={take}
          onKeyUp={(event) => MOVES.includes(event.key) && take(event)}
          onBlur={control.answer.leave}
        />
        <output className="ag-form-slider-value" htmlFor={control.id}>
          {words}
        </output>
        {typeof value === 'number' && !control.required && !control.disabled && (
          <button type="button" className="ag-form-link-button" onClick={() => write(undefined)}>
            {translate('form.clear')}
          </button>
        )}
      </div>
      <span className="ag-form-ends" aria-hidden="true">
        <span>{control.props.low ? resolveText(control.props.low) : minimum}</span>
        <span>{control.props.high ? resolveText(control.props.high) : maximum}</span>
      </span>
    </div>
  )
}

function middle(minimum: number, maximum: number, step: number): number {
  return minimum + Math.round((maximum - minimum) / 2 / step) * step
}
