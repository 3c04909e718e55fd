/** What floats in the corner of every page, with a grip by which it is moved: dragged, or by arrow keys. The place is kept in this browser. */
import { type CSSProperties, type KeyboardEvent, type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { habitKey, readStored, writeStored } from '../../runtime/client/remembered.ts'
import { translate } from '../../runtime/client/texts.ts'
import { isRecord } from '../../runtime/core/isRecord.ts'
import { joinClasses } from '../widgets/light/joinClasses.ts'

/** How far it stands from where the page puts it, in pixels to the left and up. */
interface Place {
  left: number
  up: number
}

const KEY = habitKey('float')
const HOME: Place = { left: 0, up: 0 }
const STEP_PX = 24
const EDGE_PX = 8
const KEYS: Readonly<Record<string, Place>> = {
  ArrowLeft: { left: STEP_PX, up: 0 },
  ArrowRight: { left: -STEP_PX, up: 0 },
  ArrowUp: { left: 0, up: STEP_PX },
  ArrowDown: { left: 0, up: -STEP_PX },
}

export function FloatBar({ narrowOnly, children }: { narrowOnly: boolean; children: ReactNode }): ReactNode {
  const bar = useRef<HTMLDivElement>(null)
  const [place, setPlace] = useState(HOME)
  const held = useRef<{ x: number; y: number; from: Place } | null>(null)
  // the place of before comes after the first drawing, which is the same for everyone
  useEffect(() => setPlace(readPlace()), [])
  const move = (to: Place) => {
    const inside = keepInside(to, bar.current)
    setPlace(inside)
    writeStored(KEY, inside)
  }
  const drag = (event: PointerEvent) => {
    if (held.current)
      move({ left: held.current.from.left + held.current.x - event.clientX, up: held.current.from.up + held.current.y - event.clientY })
  }
  const press = (event: KeyboardEvent) => {
    const by = KEYS[event.key]
    if (!by) return
    event.preventDefault()
    move({ left: place.left + by.left, up: place.up + by.up })
  }
  return (
    <div
      ref={bar}
      className={joinClasses('ag-float', narrowOnly && 'ag-only-narrow')}
      style={{ '--ag-float-left': `${place.left}px`, '--ag-float-up': `${place.up}px` } as CSSProperties}
    >
      <button
        type="button"
        className="ag-float__grip"
        aria-label={translate('kernel.float.move')}
        title={translate('kernel.float.move')}
        onKeyDown={press}
        onPointerDown={(event) => {
          held.current = { x: event.clientX, y: event.clientY, from: place }
          event.currentTarget.setPointerCapture(event.pointerId)
        }}
        onPointerMove={drag}
        onPointerUp={() => {
          held.current = null
        }}
      />
      {children}
    </div>
  )
}

/** It never leaves the window. */
function keepInside({ left, up }: Place, bar: HTMLElement | null): Place {
  const width = innerWidth - (bar?.offsetWidth ?? 0) - 4 * EDGE_PX
  const height = innerHeight - (bar?.offsetHeight ?? 0) - 4 * EDGE_PX
  return { left: Math.max(-2 * EDGE_PX, Math.min(left, width)), up: Math.max(-2 * EDGE_PX, Math.min(up, height)) }
}

function readPlace(): Place {
  const stored = readStored<unknown>(KEY)
  return isRecord(stored) && typeof stored.left === 'number' && typeof stored.up === 'number' ? { left: stored.left, up: stored.up } : HOME
}
