import { type ReactNode, useEffect, useId, useMemo, useRef } from 'react'
import { useSnapshot } from 'valtio'
import { language } from '../../../runtime/client/texts.ts'
import type { Answer } from '../../form/contract.ts'
import DatetimeControl from '../controls/datetime.widget.tsx'
import '../../styles/form.css'

interface MomentFieldProps {
  label: string
  /** It is heard, not seen. */
  isLabelHidden?: boolean
  /** ISO 8601; empty: none. */
  value: string
  /** ISO 8601 in UTC; null when what is typed is not a moment, or no longer. */
  onChange(value: string | null): void
}

/** A moment outside of forms, by the control that forms use; says in whose time it is meant. */
export function MomentField({ label, isLabelHidden, value, onChange }: MomentFieldProps): ReactNode {
  const id = useId()
  const { lang } = useSnapshot(language)
  return (
    <fieldset className="ag-moment">
      <legend className={isLabelHidden ? 'ag-hidden' : undefined}>
        {label} <span id={`${id}-zone`}>({zoneName(lang, value)})</span>
      </legend>
      <DatetimeControl
        id={id}
        answer={useOwnAnswer(value, onChange)}
        field={FIELD}
        label={label}
        placeholder=""
        props={{}}
        disabled={false}
        required={false}
        invalid={false}
        describedBy={`${id}-zone`}
        disabledOptions={[]}
      />
    </fieldset>
  )
}

const FIELD = { type: 'string', format: 'date-time' } as const

/** The person's time zone, as it is called at that moment: `China Standard Time`. */
function zoneName(lang: string, value: string): string {
  const at = new Date(value)
  const parts = new Intl.DateTimeFormat(lang, { timeZoneName: 'long' }).formatToParts(Number.isNaN(at.getTime()) ? new Date() : at)
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
}

/** What a control reads and writes, kept by the parent. */
function useOwnAnswer(value: string, onChange: (value: string | null) => void): Answer {
  const now = useRef({ value: undefined as string | undefined, reported: '', onChange, listeners: new Set<() => void>() })
  now.current.onChange = onChange
  useEffect(() => {
    // what is no moment yet stays in the control, although the parent has none
    if (now.current.reported === value) return
    now.current.reported = value
    now.current.value = value || undefined
    for (const listener of now.current.listeners) listener()
  }, [value])
  return useMemo(
    () => ({
      path: '',
      read: () => now.current.value,
      write(next) {
        now.current.value = next as string | undefined
        const moment = typeof next === 'string' && next.endsWith('Z') ? next : null
        now.current.reported = moment ?? ''
        now.current.onChange(moment)
      },
      subscribe(listener) {
        now.current.listeners.add(listener)
        return () => now.current.listeners.delete(listener)
      },
      leave() {},
      hold() {},
    }),
    [],
  )
}
