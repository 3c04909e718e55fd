/** One document being designed: its content, undo history, selection, failures and save state. No React here.
 *
 *  The content is immutable: an edit replaces it by a new one that shares unchanged parts, and only listeners of changed paths are called.
 *  The owner saves: the session says when, with the revision that was edited, and receives the next one. */
import { readStored, writeStored } from '../../runtime/client/remembered.ts'
import { guardUnsent } from '../../runtime/client/unsent.ts'
import type { DocumentFailure } from '../../runtime/core/platform.ts'
import { readAt } from '../../runtime/core/studio/documentPath.ts'

export interface SaveState {
  /** `conflict`: someone else has saved meanwhile; nothing is sent until the person decides. */
  phase: 'saved' | 'pending' | 'saving' | 'failed' | 'conflict'
  savedAt: string | null
  /** Why it failed, in words. */
  failure: string
}

/** What saving answered. */
export interface Saved {
  revision: string | null
  failures?: readonly DocumentFailure[]
}

export interface DesignSessionOptions<C> {
  content: C
  /** Names what `content` is; null while nothing is stored. */
  revision: string | null
  /** @throws SaveConflict, SaveInterrupted, or an error with a message for people */
  save(content: C, revision: string | null): Promise<Saved>
  /** All failures of a content, as the server would report them. Runs when the browser is idle. */
  check(content: C): readonly DocumentFailure[]
  /** Name under which unsaved edits outlive this page. */
  recoveryKey: string
}

export interface ChangeOptions {
  /** Changes with the same key in quick succession are one undo step, as typing is. */
  merge?: string
  /** Selection after the change. */
  select?: readonly string[]
}

/** Someone else has saved since the revision that was edited. */
export class SaveConflict extends Error {}
/** The server could not be reached, or was too busy: the session saves again after a while. */
export class SaveInterrupted extends Error {}

interface Step<C> {
  label: string
  content: C
  selection: readonly string[]
  merge: string | null
  at: number
}
/** Edits that never reached the server. */
export interface Recovery<C> {
  content: C
  revision: string | null
  at: string
}
type Topic = 'content' | 'selection' | 'failures' | 'save'

const MERGE_MS = 2_000
const SAVE_QUIET_MS = 1_200
/** Delay before an interrupted save is tried again; doubled each time. */
const RETRY_MS = 2_000
const LONGEST_RETRY_MS = 30_000
const CHECK_QUIET_MS = 250
const HISTORY_STEPS = 200

export class DesignSession<C extends object> {
  content: C
  selection: readonly string[] = []
  failures: readonly DocumentFailure[] = []
  save: SaveState = { phase: 'saved', savedAt: null, failure: '' }
  revision: string | null
  /** Edits of an earlier visit that are not in `content`; null when there are none or the person has decided. */
  recovery: Recovery<C> | null
  private readonly options: DesignSessionOptions<C>
  private readonly past: Step<C>[] = []
  private readonly future: Step<C>[] = []
  private readonly listeners: Record<Topic, Set<() => void>> = {
    content: new Set(),
    selection: new Set(),
    failures: new Set(),
    save: new Set(),
  }
  private readonly watched = new Map<string, Set<() => void>>()
  private stored: C
  private serverFailures: { content: C; failures: readonly DocumentFailure[] } | null = null
  private decision: 'mine' | 'theirs' | null = null
  /** A newer stored document, loaded while there were unsaved changes. */
  private passedOver: { content: C; revision: string | null } | null = null
  private saveTimer = 0
  private checkTimer = 0
  /** Number of consecutive saves that were interrupted. */
  private interrupted = 0
  private running: Promise<void> | null = null
  private readonly removers: (() => void)[]

  constructor(options: DesignSessionOptions<C>) {
    this.options = options
    this.content = options.content
    this.stored = options.content
    this.revision = options.revision
    const kept = readStored<Recovery<C>>(options.recoveryKey)
    this.recovery = kept && JSON.stringify(kept.content) !== JSON.stringify(options.content) ? kept : null
    this.failures = options.check(options.content)
    const whenHidden = () => document.visibilityState === 'hidden' && void this.flush()
    document.addEventListener('visibilitychange', whenHidden)
    this.removers = [
      guardUnsent(
        () => this.save.phase !== 'saved',
        () => this.flush(),
      ),
      () => document.removeEventListener('visibilitychange', whenHidden),
    ]
  }

  get canUndo(): boolean {
    return this.past.length > 0
  }
  get canRedo(): boolean {
    return this.future.length > 0
  }
  /** Name of the change that undo would revert. */
  get undoLabel(): string {
    return this.past.at(-1)?.label ?? ''
  }
  get redoLabel(): string {
    return this.future.at(-1)?.label ?? ''
  }

  /** The value at a JSON Pointer. */
  read<T = unknown>(path: string): T | undefined {
    return readAt(this.content, path) as T | undefined
  }

  /** One edit is one undo step. An edit that returns the same content does nothing. @param label in words, for the buttons of undo and redo */
  change(label: string, edit: (content: C) => C, { merge, select }: ChangeOptions = {}): void {
    const before = this.content
    const next = edit(before)
    if (next !== before) {
      const last = this.past.at(-1)
      const goesOn = merge !== undefined && last?.merge === merge && Date.now() - last.at < MERGE_MS && this.future.length === 0
      if (goesOn) last.at = Date.now()
      else this.past.push({ label, content: before, selection: this.selection, merge: merge ?? null, at: Date.now() })
      if (this.past.length > HISTORY_STEPS) this.past.shift()
      this.future.length = 0
    }
    if (select) this.select(select)
    if (next !== before) this.put(next)
  }

  undo(): void {
    this.travel(this.past, this.future)
  }
  redo(): void {
    this.travel(this.future, this.past)
  }

  select(paths: readonly string[]): void {
    if (paths.length === this.selection.length && paths.every((path, index) => path === this.selection[index])) return
    this.selection = paths
    this.tell('selection')
  }

  /** Listens to the value at one path, or with `''` to every change. @returns the function that removes the listener */
  subscribe(path: string, listener: () => void): () => void {
    if (path === '') return this.listen('content', listener)
    const set = this.watched.get(path) ?? new Set()
    this.watched.set(path, set.add(listener))
    return () => {
      set.delete(listener)
      if (set.size === 0) this.watched.delete(path)
    }
  }
  listen(topic: Topic, listener: () => void): () => void {
    this.listeners[topic].add(listener)
    return () => this.listeners[topic].delete(listener)
  }

  /** Saves unsaved changes. Resolves when they are saved, or cannot be (`save.phase` tells which). */
  async flush(): Promise<void> {
    window.clearTimeout(this.saveTimer)
    while (this.content !== this.stored && this.save.phase !== 'conflict') {
      const failed = await this.send()
      if (failed) return
    }
  }

  /** After a conflict: chooses whose content stays. Takes effect when the stored document arrives (`refresh`), or immediately when it has arrived before.
   *  @param readAnew fetches it */
  async decide(mine: boolean, readAnew: () => Promise<unknown>): Promise<void> {
    this.decision = mine ? 'mine' : 'theirs'
    await readAnew()
    if (this.decision !== null && this.passedOver) this.refresh(this.passedOver.content, this.passedOver.revision)
  }

  /** Takes the stored document when nothing is unsaved, or when the person has chosen it. Undo brings the edited content back. */
  refresh(content: C, revision: string | null): void {
    const { decision } = this
    if (revision === this.revision) return
    if (this.save.phase !== 'saved' && decision === null) {
      this.passedOver = { content, revision }
      return
    }
    this.decision = null
    this.passedOver = null
    this.revision = revision
    this.stored = content
    this.setSave({ phase: 'pending' })
    if (decision === 'mine') return void this.flush()
    this.past.push({ label: '', content: this.content, selection: this.selection, merge: null, at: 0 })
    this.future.length = 0
    this.put(content)
    this.settle(content)
  }

  /** Applies the edits of an earlier visit, or discards them. */
  recover(take: boolean, label: string): void {
    const found = this.recovery
    this.recovery = null
    writeStored(this.options.recoveryKey, null)
    if (found && take) this.change(label, () => found.content)
    this.setSave({})
  }

  stop(): void {
    if (this.save.phase === 'pending') void this.flush()
    window.clearTimeout(this.checkTimer)
    if (this.save.phase !== 'pending') window.clearTimeout(this.saveTimer)
    for (const remove of this.removers) remove()
  }

  private travel(from: Step<C>[], to: Step<C>[]): void {
    const step = from.pop()
    if (!step) return
    to.push({ label: step.label, content: this.content, selection: this.selection, merge: null, at: 0 })
    this.put(step.content)
    this.select(step.selection.filter((path) => this.read(path) !== undefined))
  }

  private put(next: C): void {
    const before = this.content
    this.content = next
    for (const [path, set] of this.watched) if (readAt(before, path) !== readAt(next, path)) for (const listener of [...set]) listener()
    this.tell('content')
    this.checkSoon()
    this.saveSoon()
  }

  private saveSoon(): void {
    if (this.content === this.stored) {
      window.clearTimeout(this.saveTimer)
      if (this.save.phase === 'pending' || this.save.phase === 'failed') this.setSave({ phase: 'saved', failure: '' })
      return
    }
    if (this.save.phase !== 'conflict') this.setSave({ phase: 'pending', failure: '' })
    window.clearTimeout(this.saveTimer)
    this.saveTimer = window.setTimeout(() => {
      writeStored(this.options.recoveryKey, { content: this.content, revision: this.revision, at: new Date().toISOString() })
      void this.flush()
    }, SAVE_QUIET_MS)
  }

  /** One save at a time, so that each knows the revision of the one before. @returns whether it failed */
  private async send(): Promise<boolean> {
    if (this.running) {
      await this.running
      return false
    }
    const { content } = this
    let failed = false
    this.setSave({ phase: 'saving', failure: '' })
    this.running = this.options.save(content, this.revision).then(
      ({ revision, failures }) => {
        this.revision = revision
        this.passedOver = null
        this.stored = content
        this.interrupted = 0
        if (failures) this.serverFailures = { content, failures }
        this.settle(content)
      },
      (error: unknown) => {
        failed = true
        this.setSave({
          phase: error instanceof SaveConflict ? 'conflict' : 'failed',
          failure: error instanceof Error ? error.message : String(error),
        })
        if (error instanceof SaveInterrupted) this.saveAgain()
      },
    )
    await this.running
    this.running = null
    return failed
  }

  private saveAgain(): void {
    window.clearTimeout(this.saveTimer)
    const wait = Math.min(RETRY_MS * 2 ** this.interrupted, LONGEST_RETRY_MS)
    this.interrupted += 1
    this.saveTimer = window.setTimeout(() => void this.flush(), wait)
  }

  private settle(content: C): void {
    const isAll = this.content === content
    if (isAll) writeStored(this.options.recoveryKey, null)
    this.setSave({ phase: isAll ? 'saved' : 'pending', savedAt: new Date().toISOString(), failure: '' })
    if (isAll) this.checkSoon()
  }

  private checkSoon(): void {
    window.clearTimeout(this.checkTimer)
    this.checkTimer = window.setTimeout(() => whenIdle(() => this.check()), CHECK_QUIET_MS)
  }

  private check(): void {
    const own = this.options.check(this.content)
    const known = new Set(own.map(({ path, code }) => `${path} ${code}`))
    const server = this.serverFailures?.content === this.content ? this.serverFailures.failures : []
    this.failures = [...own, ...server.filter(({ path, code }) => !known.has(`${path} ${code}`))]
    this.tell('failures')
  }

  private setSave(change: Partial<SaveState>): void {
    this.save = { ...this.save, ...change }
    this.tell('save')
  }

  private tell(topic: Topic): void {
    for (const listener of [...this.listeners[topic]]) listener()
  }
}

function whenIdle(run: () => void): void {
  if ('requestIdleCallback' in window) window.requestIdleCallback(run, { timeout: 1_000 })
  else setTimeout(run)
}
