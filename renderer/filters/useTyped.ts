/** A text that is being typed: told on after a pause, and taken over when it changes from elsewhere. */
import { useEffect, useRef, useState } from 'react'

const TYPING_PAUSE_MS = 400

export function useTyped(given: string, onChange: (value: string) => void): [typed: string, setTyped: (text: string) => void] {
  const [typed, setTyped] = useState(given)
  const tell = useRef(onChange)
  tell.current = onChange
  useEffect(() => setTyped(given), [given])
  // biome-ignore lint/correctness/useExhaustiveDependencies: only typing starts the pause
  useEffect(() => {
    if (typed === given) return
    const timer = setTimeout(() => tell.current(typed), TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed])
  return [typed, setTyped]
}
