/** Saves a form by itself: a quiet moment after each change, when the page is left, and again when the network is back. What is wrong is not sent:
 *  the state says so, and the errors are at their fields. Saves of one window go one after another, so that each knows the one before. */
import { useEffect, useState } from 'react'
import { errorText } from '../../runtime/client/toasts.ts'
import { guardUnsent } from '../../runtime/client/unsent.ts'
import type { SubmitOutcome } from './contract.ts'
import type { FormSession } from './FormSession.ts'

export interface SaveState {
  /** `invalid`: answers are wrong, and so not sent. */
  phase: 'clean' | 'saving' | 'saved' | 'invalid' | 'failed'
  savedAt: string | null
  /** Why it failed, in words. */
  failure: string
}
export interface Autosave extends SaveState {
  retry(): void
}

const QUIET_MS = 800
const CLEAN: SaveState = { phase: 'clean', savedAt: null, failure: '' }
let lane: Promise<unknown> = Promise.resolve()

/** @param enabled false: nothing is watched, the state stays clean */
export function useAutosave(
  session: FormSession,
  onSubmit: (answers: Record<string, unknown>) => Promise<SubmitOutcome>,
  enabled: boolean,
): Autosave {
  const [state, setState] = useState<SaveState>(CLEAN)
  const [saver] = useState(() => new Saver(session, setState))
  saver.onSubmit = onSubmit
  useEffect(() => (enabled ? saver.start() : undefined), [saver, enabled])
  return { ...state, retry: saver.flush }
}

class Saver {
  onSubmit!: (answers: Record<string, unknown>) => Promise<SubmitOutcome>
  private state = CLEAN
  private timer = 0
  /** Changes that no save has taken yet. */
  private isPending = false
  private readonly session: FormSession
  private readonly tell: (state: SaveState) => void

  constructor(session: FormSession, tell: (state: SaveState) => void) {
    this.session = session
    this.tell = tell
  }

  start(): () => void {
    const removers = [
      this.session.onChange(this.changed),
      // What is still on its way is sent when the page is left; what cannot be sent needs the question.
      guardUnsent(() => this.state.phase === 'failed' || this.state.phase === 'invalid'),
      listen(window, 'online', () => this.state.phase === 'failed' && this.flush()),
      listen(document, 'visibilitychange', () => document.visibilityState === 'hidden' && this.isPending && this.flush()),
      listen(window, 'beforeunload', (event) => this.state.phase === 'saving' && event.preventDefault()),
    ]
    return () => {
      for (const remove of removers) remove()
      if (this.isPending) this.flush()
    }
  }

  flush = (): void => {
    window.clearTimeout(this.timer)
    this.isPending = false
    this.set({ phase: 'saving', failure: '' })
    lane = lane.then(() => this.save())
  }

  private changed = (): void => {
    this.isPending = true
    this.set({ phase: 'saving', failure: '' })
    window.clearTimeout(this.timer)
    this.timer = window.setTimeout(this.flush, QUIET_MS)
  }

  private async save(): Promise<void> {
    if (this.session.check().length > 0) return this.settle({ phase: 'invalid' })
    try {
      const outcome = await this.onSubmit(this.session.submission())
      if ('ok' in outcome) return this.settle({ phase: 'saved', savedAt: new Date().toISOString() })
      this.session.showErrors(outcome.errors)
      this.settle({ phase: 'invalid' })
    } catch (error) {
      this.settle({ phase: 'failed', failure: errorText(error) })
    }
  }

  // Typed on meanwhile: the next save tells.
  private settle(change: Partial<SaveState>): void {
    if (!this.isPending) this.set(change)
  }

  private set(change: Partial<SaveState>): void {
    this.state = { ...this.state, ...change }
    this.tell(this.state)
  }
}

function listen(target: EventTarget, type: string, listener: (event: Event) => unknown): () => void {
  target.addEventListener(type, listener)
  return () => target.removeEventListener(type, listener)
}
