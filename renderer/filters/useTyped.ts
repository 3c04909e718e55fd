import { useEffect, useRef, useState } from 'react'
import { afterTyping } from '../afterTyping.ts'

interface Typing {
  /** What is passed on of a text. Default: the text. */
  read?(text: string): string
  /** Null: a pause tells nothing. */
  pauseMs?(text: string): number | null
}

const TYPING_PAUSE_MS = 400
const AS_TYPED: Required<Typing> = { read: (text) => text, pauseMs: () => TYPING_PAUSE_MS }

/** A text that its box owns while it is typed. It is passed on after a pause; what comes back of it (trimmed, say) does not replace it, only another value does.
 *  @returns the text, its setter, and what tells it immediately */
export function useTyped(
  given: string,
  onChange: (value: string) => void,
  { read = AS_TYPED.read, pauseMs = AS_TYPED.pauseMs }: Typing = {},
): [typed: string, setTyped: (text: string) => void, tellNow: () => void] {
  const [typed, setTyped] = useState(given)
  const reported = useRef(given)
  useEffect(() => {
    if (reported.current === given) return
    reported.current = given
    setTyped(given)
  }, [given])
  const tell = useRef(() => {})
  tell.current = () => {
    reported.current = read(typed)
    onChange(reported.current)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: only typing starts the pause
  useEffect(() => {
    const pause = pauseMs(typed)
    if (pause === null || read(typed) === reported.current) return
    return afterTyping(() => tell.current(), pause)
  }, [typed])
  return [typed, setTyped, () => tell.current()]
}
