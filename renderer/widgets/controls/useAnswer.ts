/** The answer of a control as React state, for controls that draw it. */
import { useState, useSyncExternalStore } from 'react'
import type { Answer } from '../../form/contract.ts'

/** @returns the answer, and a setter for the person's own change */
export function useAnswer<T = unknown>(answer: Answer): [T | undefined, (value: T | undefined) => void] {
  const [, redraw] = useState(0)
  const value = useSyncExternalStore(answer.subscribe, answer.read) as T | undefined
  // The session does not tell a control of its own change: drawing it is the control's matter.
  const write = (next: T | undefined) => {
    answer.write(next)
    redraw((count) => count + 1)
  }
  return [value, write]
}
