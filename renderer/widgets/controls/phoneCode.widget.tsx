/** A phone number, and with props `call` (a call that sends a code to `phone`) the code that proves it. The answer is the number, or with a
 *  call `{ phone, code }`. Props: `call`, `seconds` (60) until it can be sent again, `countryCode` (`+86`) shown before the number. */
import { useEffect, useState } from 'react'
import { CallError } from '../../../runtime/client/CallError.ts'
import { request } from '../../../runtime/client/http.ts'
import { resolveText, translate } from '../../../runtime/client/texts.ts'
import type { Answer, ControlProps } from '../../form/contract.ts'
import { Button } from '../light/Button.tsx'
import { NativeInput } from './NativeInput.tsx'
import { useAnswer } from './useAnswer.ts'

interface Proof {
  phone?: string
  code?: string
}

export default function PhoneCodeControl(control: ControlProps) {
  return typeof control.props.call === 'string' ? <ProvenPhone control={control} call={control.props.call} /> : <Phone control={control} />
}

function Phone({ control }: { control: ControlProps }) {
  return (
    <span className="ag-form-input-with-unit">
      <span className="ag-form-input-unit">{String(control.props.countryCode ?? '+86')}</span>
      <NativeInput control={control} type="tel" inputMode="tel" autoComplete="tel-national" parse={digitsOnly} />
    </span>
  )
}

function ProvenPhone({ control, call }: { control: ControlProps; call: string }) {
  // Written through here, so that the button learns of the number at once.
  const [typed, write] = useAnswer<Proof>(control.answer)
  const whole = { ...control.answer, write: write as Answer['write'] }
  const phone = partOf(whole, 'phone')
  const code = partOf(whole, 'code')
  return (
    <div className="ag-form-phone-code">
      <Phone control={{ ...control, answer: phone }} />
      <span className="ag-form-phone-code-row">
        <NativeInput
          control={{ ...control, id: `${control.id}-code`, answer: code, placeholder: translate('form.phoneCode') }}
          inputMode="numeric"
          autoComplete="one-time-code"
          parse={digitsOnly}
        />
        <SendCode call={call} phone={typed?.phone ?? ''} seconds={Number(control.props.seconds ?? 60)} disabled={control.disabled} />
      </span>
    </div>
  )
}

function SendCode({ call, phone, seconds, disabled }: { call: string; phone: string; seconds: number; disabled: boolean }) {
  const [left, setLeft] = useState(0)
  const [failure, setFailure] = useState('')
  useEffect(() => {
    if (left === 0) return
    const timer = window.setTimeout(() => setLeft(left - 1), 1000)
    return () => window.clearTimeout(timer)
  }, [left])
  const send = async () => {
    setFailure('')
    try {
      await request(call, { phone })
      setLeft(seconds)
    } catch (error) {
      setFailure(error instanceof CallError ? error.message || resolveText(`@error.${error.code}`) : translate('form.sendFailed'))
    }
  }
  return (
    <>
      <Button disabled={disabled || left > 0 || phone.length < 11} onClick={send}>
        {left > 0 ? translate('form.sendAgainIn', { seconds: left }) : translate('form.sendCode')}
      </Button>
      {failure && (
        <span className="ag-form-field-error" role="alert">
          {failure}
        </span>
      )}
    </>
  )
}

/** One member of the answer as an answer of its own. */
function partOf(answer: Answer, name: keyof Proof): Answer {
  const whole = () => (answer.read() ?? {}) as Proof
  return {
    ...answer,
    read: () => whole()[name],
    write: (value) => {
      const next = { ...whole(), [name]: value }
      answer.write(next.phone || next.code ? next : undefined)
    },
  }
}

function digitsOnly(text: string): string {
  return text.replace(/[^\d+]/g, '')
}
