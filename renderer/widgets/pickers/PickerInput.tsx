import { lazy, type ReactNode, Suspense, useRef, useState } from 'react'
import { loadChunk } from '../../../runtime/client/loadChunk.ts'
import { type Bounds, moveMoment } from './moveMoment.ts'
import { type PickerKind, tidyMoment } from './tidyMoment.ts'

const loadPopup = () => loadChunk(() => import('./PickerPopup.tsx'))
const PickerPopup = lazy(loadPopup)
const preload = () => void loadPopup().catch(() => undefined)

/** Fingers are better served by the wheels and calendars of the device. */
const isTouch = matchMedia('(pointer: coarse) and (hover: none)').matches

const SIDEWAYS: ReadonlySet<string> = new Set(['ArrowLeft', 'ArrowRight'])

/** `type` of the input inside. */
export function pickerInputType(kind: PickerKind): string {
  return isTouch ? kind : 'text'
}

interface PickerInputProps extends Bounds {
  kind: PickerKind
  /** Exactly one input among them. */
  children: ReactNode
  /** Chosen with the mouse: the next thing to fill may take the focus. */
  onChosen?(): void
}

/** Wraps a text input for a date or a time: normalises typed text, and opens a calendar or a list of times in the page's language. The input stays
 *  the field: people type into it, it keeps the focus, screen readers read it, and a choice is written into it. */
export function PickerInput({ kind, min, max, children, onChosen }: PickerInputProps): ReactNode {
  const box = useRef<HTMLSpanElement>(null)
  const [open, setOpen] = useState<'mouse' | 'keys' | null>(null)
  const [text, setText] = useState('')
  if (isTouch) return <span className="ag-picker">{children}</span>

  const input = () => box.current!.querySelector('input')!
  const put = (value: string) => {
    typeInto(input(), value)
    setText(value)
  }
  const tidy = () => {
    const typed = input().value
    const tidied = tidyMoment(kind, typed)
    if (tidied !== null && tidied !== typed) put(tidied)
  }
  const show = (how: 'mouse' | 'keys') => {
    if (input().disabled || input().readOnly) return
    setText(input().value)
    setOpen(how)
  }

  const pick = (value: string, isWhole: boolean) => {
    put(value)
    if (!isWhole) return
    setOpen(null)
    onChosen?.()
  }

  function press(event: React.KeyboardEvent): void {
    if (event.key === 'Enter') tidy()
    if (!open && event.key === 'ArrowDown') {
      event.preventDefault()
      show('keys')
    }
    if (!open) return
    if (event.key === 'Escape' || event.key === 'Enter') {
      event.preventDefault()
      event.stopPropagation()
      setOpen(null)
      return
    }
    // Opened with the mouse, left and right stay with the text until the calendar is walked through.
    const moved = SIDEWAYS.has(event.key) && open === 'mouse' ? null : moveMoment(kind, event.key, tidyMoment(kind, text), { min, max })
    if (moved === null) return
    event.preventDefault()
    setOpen('keys')
    put(moved)
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hears what happens in the input, which stays the control
    // biome-ignore lint/a11y/useKeyWithClickEvents: arrow down does the same
    <span
      ref={box}
      className={`ag-picker ag-picker--${kind}`}
      onPointerEnter={preload}
      onFocus={preload}
      onClick={() => !open && show('mouse')}
      onKeyDownCapture={press}
      onInput={() => open && setText(input().value)}
      onBlurCapture={() => {
        tidy()
        setOpen(null)
      }}
    >
      {children}
      {open && (
        <Suspense>
          <PickerPopup kind={kind} value={tidyMoment(kind, text)} min={min} max={max} onPick={pick} />
        </Suspense>
      )}
    </span>
  )
}

/** As if the person had typed it: anyone who listens to the element hears it, React's controlled inputs among them. */
function typeInto(element: HTMLInputElement, text: string): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(element, text)
  element.dispatchEvent(new Event('input', { bubbles: true }))
}
