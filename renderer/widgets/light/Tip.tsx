/** A line beside a button that says more about it. The same words belong into its `aria-describedby`: the tip itself is only seen. */
import type { ReactNode } from 'react'
import { useEffect, useRef, useState } from 'react'
import { useMenuPlace } from './useMenuPlace.ts'

/** What opens a tip and closes it again: pointer, focus and tap; Escape and a press elsewhere. `triggers` belong to the button. */
export function useTip() {
  const [open, setOpen] = useState(false)
  useEffect(() => {
    if (!open) return
    const close = () => setOpen(false)
    const hear = (event: KeyboardEvent) => event.key === 'Escape' && close()
    document.addEventListener('pointerdown', close)
    document.addEventListener('keydown', hear)
    return () => {
      document.removeEventListener('pointerdown', close)
      document.removeEventListener('keydown', hear)
    }
  }, [open])
  return {
    open,
    triggers: {
      onPointerEnter: () => setOpen(true),
      onFocus: () => setOpen(true),
      // a tap moves no focus everywhere
      onPointerUp: () => setOpen(true),
      onPointerLeave: ({ pointerType }: { pointerType: string }) => pointerType === 'mouse' && setOpen(false),
      onBlur: () => setOpen(false),
    },
  }
}

/** Drawn while it is open, directly behind its button. */
export function Tip({ children }: { children: ReactNode }): ReactNode {
  const tip = useRef<HTMLSpanElement>(null)
  useMenuPlace(tip, true, 'start')
  return (
    <span ref={tip} className="ag-tip" popover="manual" aria-hidden="true">
      {children}
    </span>
  )
}
