import { type HTMLAttributes, useEffect, useRef } from 'react'
import { normaliseValue } from '../../../runtime/core/values/normaliseValue.ts'
import type { ControlProps } from '../../form/contract.ts'

export interface NativeInputProps {
  control: ControlProps
  type?: string
  inputMode?: HTMLAttributes<HTMLInputElement>['inputMode']
  autoComplete?: string
  maxLength?: number
  min?: string
  max?: string
  className?: string
  /** Name for screen readers, when the element is not the one that the field's label names. */
  label?: string | undefined
  /** Text in the element for an answer. */
  show?(answer: unknown): string
  /** Answer for a text in the element; `''` always becomes undefined. */
  parse?(text: string): unknown
}

const asText = (answer: unknown) => (answer === undefined || answer === null ? '' : String(answer))

/** A native input that React does not control: typing changes the DOM first, the answer follows, and nothing is drawn again. Other changes
 * (computed, restored, cleared) are written into the element; on leaving it, the element shows the answer in its normal form. */
export function NativeInput({ control, show = asText, parse, className, label, ...rest }: NativeInputProps) {
  const { answer } = control
  const element = useRef<HTMLInputElement>(null)
  const followed = useRef(answer)
  useEffect(() => {
    const follow = () => {
      const shown = show(answer.read())
      if (element.current && element.current.value !== shown) element.current.value = shown
    }
    // A row that moved brings another answer to the same element.
    if (followed.current !== answer) follow()
    followed.current = answer
    return answer.subscribe(follow)
  }, [answer, show])
  const read = (text: string) => (text === '' ? undefined : parse ? parse(text) : text)
  return (
    <input
      {...rest}
      ref={element}
      id={control.id}
      aria-label={label}
      name={control.answer.path}
      className={className ? `ag-form-input ${className}` : 'ag-form-input'}
      defaultValue={show(answer.read())}
      placeholder={control.placeholder || undefined}
      disabled={control.disabled}
      required={control.required}
      aria-invalid={control.invalid || undefined}
      aria-describedby={control.describedBy}
      // a browser that fills in by itself may tell of a change alone
      onChange={(event) => answer.write(read(event.currentTarget.value))}
      onBlur={(event) => {
        const { currentTarget: input } = event
        const kept = normaliseValue(control.field, answer.read())
        if (kept !== answer.read()) answer.write(kept === '' ? undefined : kept)
        const shown = show(answer.read())
        if (input.value !== shown) input.value = shown
        answer.leave()
      }}
    />
  )
}
