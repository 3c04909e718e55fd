import { useEffect, useRef, useState } from 'react'
import { translate } from '../../../runtime/client/texts.ts'
import type { ControlProps } from '../../form/contract.ts'

/** The count shows from this part of the limit on. */
const NEAR_LIMIT = 0.8

/** Several lines of text; grows with them where the browser can. Props: `rows` (4). Shows how many characters are left near a `maxLength`. */
export default function TextareaControl(control: ControlProps) {
  const { answer, field } = control
  const element = useRef<HTMLTextAreaElement>(null)
  // A row that moved brings another answer to the same element.
  const followed = useRef(answer)
  const limit = typeof field.maxLength === 'number' ? field.maxLength : Number.POSITIVE_INFINITY
  const [left, setLeft] = useState<number | null>(null)
  useEffect(() => {
    const follow = () => {
      if (element.current) element.current.value = String(answer.read() ?? '')
    }
    if (followed.current !== answer) follow()
    followed.current = answer
    return answer.subscribe(follow)
  }, [answer])
  const write = (text: string) => {
    answer.write(text === '' ? undefined : text)
    const length = [...text].length
    setLeft(length >= limit * NEAR_LIMIT ? limit - length : null)
  }
  return (
    <>
      <textarea
        ref={element}
        id={control.id}
        className="ag-form-input ag-form-textarea"
        rows={Number(control.props.rows ?? 4)}
        defaultValue={String(answer.read() ?? '')}
        placeholder={control.placeholder || undefined}
        disabled={control.disabled}
        required={control.required}
        aria-invalid={control.invalid || undefined}
        aria-describedby={control.describedBy}
        onChange={(event) => write(event.currentTarget.value)}
        onBlur={answer.leave}
      />
      {left !== null && <span className="ag-form-field-count">{translate('form.charactersLeft', { count: left })}</span>}
    </>
  )
}
