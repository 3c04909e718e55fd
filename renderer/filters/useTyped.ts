import { useEffect, useRef, useState } from 'react'

const TYPING_PAUSE_MS = 400

/** A text while it is typed: reported after a pause, and replaced when the given value changes. */
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
