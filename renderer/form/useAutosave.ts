/** Saves a form automatically: shortly after each change, when the person leaves the page, and again when the network is back. A field with an error
 *  keeps its last saved value and shows the error; the other fields are saved. Saves of one window go one after another, so that each knows the one before. */
import { useEffect, useState } from 'react'
import { translate } from '../../runtime/client/texts.ts'
import { errorText } from '../../runtime/client/toasts.ts'
import { guardUnsent } from '../../runtime/client/unsent.ts'
import type { FormError } from '../../runtime/core/contracts.ts'
import type { SubmitOutcome } from './contract.ts'
import type { FormSession } from './FormSession.ts'
import { labelOf } from './labelOf.ts'

export interface SaveState {
  /** `invalid`: answers are wrong, and so not sent; those beside them may be. */
  phase: 'clean' | 'saving' | 'saved' | 'invalid' | 'failed'
  savedAt: string | null
  /** Why it failed, in words; of `invalid` the fields. */
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
  /** What the server has, by field. */
  private saved: Record<string, unknown>
  private readonly session: FormSession
  private readonly tell: (state: SaveState) => void

  constructor(session: FormSession, tell: (state: SaveState) => void) {
    this.session = session
    this.tell = tell
    this.saved = session.submission()
  }

  start(): () => void {
    const removers = [
      this.session.onChange(this.changed),
      // Unsaved changes are sent when the person leaves the page; when they cannot be sent, the person is asked.
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
    const wrong = this.session.check()
    const answers = this.session.submission()
    try {
      const refused = await this.send(this.withoutWrong(answers, wrong))
      const found = [...wrong, ...refused]
      if (refused.length > 0) {
        this.session.showErrors(refused)
        // what only the server finds wrong keeps nothing else from being saved either
        await this.send(this.withoutWrong(answers, found))
      }
      if (found.length === 0) this.settle({ phase: 'saved', savedAt: new Date().toISOString() })
      else
        this.settle({
          phase: 'invalid',
          failure: [...new Set(found.map(({ path }) => labelOf(this.session, path)))].join(translate('form.listComma')),
        })
    } catch (error) {
      this.settle({ phase: 'failed', failure: errorText(error) })
    }
  }

  /** @returns what the server finds wrong; nothing is saved then */
  private async send(answers: Record<string, unknown>): Promise<readonly FormError[]> {
    const outcome = await this.onSubmit(answers)
    if (!('ok' in outcome)) return outcome.errors
    this.saved = answers
    return []
  }

  /** Fields that are wrong, themselves or something in them, as they were saved last. */
  private withoutWrong(answers: Record<string, unknown>, wrong: readonly FormError[]): Record<string, unknown> {
    const kept = { ...answers }
    for (const { path } of wrong) {
      const name = path.split('/')[1] ?? ''
      if (this.saved[name] === undefined) delete kept[name]
      else kept[name] = this.saved[name]
    }
    return kept
  }

  // Changed meanwhile: the next save reports it.
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
