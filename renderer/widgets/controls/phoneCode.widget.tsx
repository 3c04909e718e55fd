import { useEffect, useMemo, useRef, useState } from 'react'
import { CallError } from '../../../runtime/client/CallError.ts'
import { request } from '../../../runtime/client/http.ts'
import { resolveText, translate } from '../../../runtime/client/texts.ts'
import { normaliseCode, normaliseIdentifier, normalisePhone } from '../../../runtime/core/values/normaliseText.ts'
import type { Answer, ControlProps } from '../../form/contract.ts'
import { Button } from '../light/Button.tsx'
import { NativeInput } from './NativeInput.tsx'
import { PhoneNumber } from './PhoneNumber.tsx'

type Proof = Record<string, string | undefined>
type Sent = { seconds?: number }

const SECONDS = 60
const SHORTEST_ADDRESS = 5
const PHONE_DIGITS = 11
/** Of numbers of other countries, with the plus sign. */
const SHORTEST_ABROAD = 8

/** An address, and with props `call` (a call that sends a code to it) the code that proves it. The answer is the phone number, or with a call `{
 * phone, code }`. Props: `call`; `input`, further input of the call; `parameter` (`phone`), the name of the address in the call and in the answer;
 * `kind`: `phone` (default), `phoneOrEmail`, or `own` (the server knows the address: only the code is typed); `seconds` (60) until it can be sent
 * again, unless the call answers with them. */
export default function PhoneCodeControl(control: ControlProps) {
  return typeof control.props.call === 'string' ? <ProvenAddress control={control} /> : <PhoneNumber control={control} />
}

function ProvenAddress({ control }: { control: ControlProps }) {
  const { parameter = 'phone', kind = 'phone' } = control.props as { parameter?: string; kind?: string }
  const isOwn = kind === 'own'
  const [typed, setTyped] = useState(String((control.answer.read() as Proof | undefined)?.[parameter] ?? ''))
  const latest = useRef(typed)
  const parts = useMemo(() => {
    const address = partOf(control.answer, parameter, (text = '') => {
      latest.current = text
      setTyped(text)
    })
    // who leaves a whole address continues to its code: that there is none yet is no mistake
    const leave = () => mayBeComplete(kind, latest.current) || control.answer.leave()
    return { address: { ...address, leave }, code: partOf(control.answer, 'code') }
  }, [control.answer, parameter, kind])
  const address = { ...control, answer: parts.address }
  const code = {
    ...control,
    id: isOwn ? control.id : `${control.id}-code`,
    answer: parts.code,
    placeholder: translate('form.code'),
  }
  return (
    <div className="ag-form-phone-code">
      {kind === 'phone' && <PhoneNumber control={address} />}
      {kind === 'phoneOrEmail' && <NativeInput control={address} inputMode="email" autoComplete="username" parse={addressOf} />}
      <span className="ag-form-phone-code-row">
        <NativeInput
          control={code}
          inputMode="numeric"
          autoComplete="one-time-code"
          parse={normaliseCode}
          label={isOwn ? undefined : translate('form.code')}
        />
        <SendCode control={control} parameter={parameter} kind={kind} address={typed} />
      </span>
    </div>
  )
}

function SendCode({ control, parameter, kind, address }: { control: ControlProps; parameter: string; kind: string; address: string }) {
  const [left, setLeft] = useState(0)
  const [failure, setFailure] = useState('')
  const { call, input, seconds = SECONDS } = control.props as { call: string; input?: Record<string, unknown>; seconds?: number }
  useEffect(() => {
    if (left === 0) return
    const timer = window.setTimeout(() => setLeft(left - 1), 1000)
    return () => window.clearTimeout(timer)
  }, [left])
  const send = async () => {
    setFailure('')
    try {
      const sent = (await request(
        call,
        { ...input, ...(kind === 'own' ? {} : { [parameter]: address }) },
        { asker: 'code' },
      )) as Sent | null
      setLeft(sent?.seconds ?? Number(seconds))
    } catch (error) {
      setFailure(error instanceof CallError ? error.message || resolveText(`@error.${error.code}`) : translate('form.sendFailed'))
    }
  }
  return (
    <>
      <Button disabled={control.disabled || left > 0 || !mayBeComplete(kind, address)} onClick={send}>
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

function mayBeComplete(kind: string, address: string): boolean {
  if (kind === 'own') return true
  if (address.includes('@')) return kind !== 'phone' && address.length >= SHORTEST_ADDRESS
  return address.length >= (address.startsWith('+') ? SHORTEST_ABROAD : PHONE_DIGITS)
}

/** One member of the answer as an answer of its own. */
function partOf(answer: Answer, name: string, written?: (value: string | undefined) => void): Answer {
  const whole = () => (answer.read() ?? {}) as Proof
  return {
    ...answer,
    read: () => whole()[name],
    write: (value) => {
      const next = { ...whole(), [name]: value as string | undefined }
      written?.(next[name])
      answer.write(Object.values(next).some(Boolean) ? next : undefined)
    },
  }
}

function addressOf(text: string): string {
  const plain = normaliseIdentifier(text)
  return plain.includes('@') ? plain.replace(/\s/g, '') : normalisePhone(text)
}
