import { useCallback, useEffect, useRef, useState } from 'react'
import { askAction, linkAction } from '../../runtime/client/actions.ts'
import { CallError } from '../../runtime/client/CallError.ts'
import { errorText } from '../../runtime/client/toasts.ts'
import type { ActionRef } from '../../runtime/core/documents.ts'
import { useScope, useScreen } from '../ScreenContext.ts'

const SAVE_AFTER_MS = 700
const KEPT_STEPS = 200

export interface SavedDraft<C> {
  content: C
  state: 'saved' | 'saving' | 'waiting' | 'failed'
  failure: string
  /** Successful saves so far. */
  saves: number
  canUndo: boolean
  canRedo: boolean
  change(content: C): void
  undo(): void
  redo(): void
  retry(): void
  /** Resolves when everything is stored; false when it could not be. */
  settle(): Promise<boolean>
}

interface History<C> {
  past: C[]
  present: C
  future: C[]
}

/** What the server holds: `hash` of the stored draft, null without one. */
interface Stored<C> {
  content: C
  hash: string | null
}

/** Stored content while it is edited: undo and redo, saved automatically a moment after each change, one save at a time. */
export function useSavedDraft<C>(held: Stored<C>, save: ActionRef): SavedDraft<C> {
  const { host } = useScreen()
  const scope = useScope()
  const [history, setHistory] = useState<History<C>>({ past: [], present: held.content, future: [] })
  const [state, setState] = useState<SavedDraft<C>['state']>('saved')
  const [failure, setFailure] = useState('')
  const [saves, setSaves] = useState(0)
  const [attempt, setAttempt] = useState(0)
  const stored = useRef(JSON.stringify(held.content))
  const base = useRef(held.hash)
  /** Texts on their way to the server and back: the refreshed source brings them later, perhaps when the next one is under way, and they are no news. */
  const sent = useRef<string[]>([])
  const latest = useRef(history.present)
  const running = useRef<Promise<boolean>>(Promise.resolve(true))
  latest.current = history.present
  useEffect(() => {
    const at = sent.current.indexOf(JSON.stringify(held.content))
    if (at >= 0) return void sent.current.splice(0, at + 1)
    base.current = held.hash
    // someone else's version, or one that was restored: shown when nothing of one's own is waiting
    if (JSON.stringify(latest.current) === stored.current && JSON.stringify(held.content) !== stored.current) {
      stored.current = JSON.stringify(held.content)
      setHistory((before) => ({ past: [...before.past, before.present], present: held.content, future: [] }))
    }
  }, [held])

  const store = useCallback(async (): Promise<boolean> => {
    const content = latest.current
    const text = JSON.stringify(content)
    if (text === stored.current) return true
    setState('saving')
    try {
      const linked = linkAction(save, scope)
      if (!linked) throw new CallError('PERMISSION_DENIED')
      const before = stored.current
      stored.current = text
      sent.current.push(text)
      const answer = await askAction(linked, { content, base: base.current }, host).catch((error: unknown) => {
        stored.current = before
        sent.current = sent.current.filter((each) => each !== text)
        throw error
      })
      base.current = (answer as { hash: string }).hash
      setFailure('')
      setState('saved')
      setSaves((count) => count + 1)
      return true
    } catch (error) {
      setFailure(errorText(error))
      setState('failed')
      return false
    }
  }, [save, scope, host])

  const settle = useCallback((): Promise<boolean> => {
    running.current = running.current.then(store, store)
    return running.current
  }, [store])

  useEffect(() => {
    if (JSON.stringify(history.present) === stored.current) return setState('saved')
    setState('waiting')
    const timer = setTimeout(() => void settle(), attempt > 0 ? 0 : SAVE_AFTER_MS)
    return () => clearTimeout(timer)
  }, [history.present, attempt, settle])

  return { state, failure, saves, retry: () => setAttempt((count) => count + 1), settle, ...steps(history, setHistory) }
}

type Steps = 'content' | 'canUndo' | 'canRedo' | 'change' | 'undo' | 'redo'

/** What is edited, and the ways through its history. */
function steps<C>(history: History<C>, setHistory: (next: (before: History<C>) => History<C>) => void): Pick<SavedDraft<C>, Steps> {
  return {
    content: history.present,
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    change: (content) => setHistory(({ past, present }) => ({ past: [...past.slice(-KEPT_STEPS), present], present: content, future: [] })),
    undo: () => setHistory(back),
    redo: () => setHistory(forth),
  }
}

function back<C>(history: History<C>): History<C> {
  const { past, present, future } = history
  return past.length === 0 ? history : { past: past.slice(0, -1), present: past.at(-1)!, future: [present, ...future] }
}

function forth<C>(history: History<C>): History<C> {
  const { past, present, future } = history
  return future.length === 0 ? history : { past: [...past, present], present: future[0]!, future: future.slice(1) }
}
