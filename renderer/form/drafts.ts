/** Unsent answers, kept in this browser at once and on the server a little later.
 *
 *  The browser's copy survives a reload, an expired session and the way through sign-in; the server's copy brings other devices along. One key,
 *  one draft: saving replaces. A device that did not see the newest draft is told and asks the person. Removed when the answers are sent. */
import { CallError } from '../../runtime/client/CallError.ts'
import { request } from '../../runtime/client/http.ts'
import { readStored, writeStored } from '../../runtime/client/remembered.ts'

export interface Draft {
  /** Form version that was filled. */
  hash: string
  answers: Record<string, unknown>
  /** ISO 8601. */
  savedAt: string
  /** Of the server's copy this one goes back to; 0 when the server never had one. */
  revision: number
}
interface LocalDraft extends Draft {
  /** Whose answers they are; null when nobody was signed in. */
  owner: string | null
}

export interface DraftState {
  /** local: only in this browser, because nobody is signed in or the server did not answer. */
  saved: 'nothing' | 'local' | 'server'
  savedAt: string | null
  /** A newer draft from another device, which the person may take. */
  offer: Draft | null
}

export interface DraftKeeper {
  read(): DraftState
  subscribe(listener: () => void): () => void
  /** The draft to begin with, or null. Asks the server when somebody is signed in; without an answer the browser's copy stands. */
  open(): Promise<Draft | null>
  /** Keeps these answers: in the browser now, on the server soon. */
  keep(answers: Record<string, unknown>): void
  /** Takes the offered draft. @returns it, for the form to show */
  takeOffer(): Draft | null
  /** Stays with the own answers; the next save replaces the other device's. */
  refuseOffer(): void
  /** The answers are sent, or thrown away: forgets them everywhere. */
  remove(): Promise<void>
  stop(): void
}

/** Quiet time before the server is asked. */
const SERVER_DELAY_MS = 1_500

/** @param owner id of the signed-in person, null for a visitor */
export function createDraftKeeper({ key, hash, owner }: { key: string; hash: string; owner: string | null }): DraftKeeper {
  return new Keeper(key, hash, owner)
}

class Keeper implements DraftKeeper {
  private state: DraftState = { saved: 'nothing', savedAt: null, offer: null }
  private readonly listeners = new Set<() => void>()
  private revision = 0
  private pending: Record<string, unknown> | null = null
  private timer = 0
  private sending: Promise<void> | null = null
  private ended = false
  private readonly key: string
  private readonly hash: string
  private readonly owner: string | null

  constructor(key: string, hash: string, owner: string | null) {
    this.key = key
    this.hash = hash
    this.owner = owner
    document.addEventListener('visibilitychange', this.flushWhenHidden)
  }

  read = (): DraftState => this.state

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  async open(): Promise<Draft | null> {
    const local = this.readLocal()
    const remote = this.owner ? await request<Draft | null>('platform.draft.get', { key: this.key }).catch(() => null) : null
    this.revision = remote?.revision ?? 0
    if (!local) {
      if (remote) this.tell({ saved: 'server', savedAt: remote.savedAt })
      return remote
    }
    this.tell({ saved: remote && remote.revision === local.revision ? 'server' : 'local', savedAt: local.savedAt })
    const isNewer = remote !== null && remote.revision > local.revision && remote.savedAt > local.savedAt
    if (isNewer) this.tell({ offer: remote })
    // Filled before signing in, or while the server was away: it goes there now.
    else if (this.owner && (!remote || local.savedAt > remote.savedAt)) this.keep(local.answers)
    return local
  }

  keep(answers: Record<string, unknown>): void {
    if (this.ended) return
    const savedAt = new Date().toISOString()
    writeStored(this.storageKey(), { hash: this.hash, answers, savedAt, revision: this.revision, owner: this.owner } satisfies LocalDraft)
    this.tell({ saved: 'local', savedAt })
    if (!this.owner) return
    this.pending = answers
    window.clearTimeout(this.timer)
    this.timer = window.setTimeout(() => void this.send(), SERVER_DELAY_MS)
  }

  takeOffer(): Draft | null {
    const { offer } = this.state
    if (!offer) return null
    this.pending = null
    this.revision = offer.revision
    writeStored(this.storageKey(), { ...offer, owner: this.owner } satisfies LocalDraft)
    this.tell({ saved: 'server', savedAt: offer.savedAt, offer: null })
    return offer
  }

  refuseOffer(): void {
    const { offer } = this.state
    this.revision = offer?.revision ?? this.revision
    this.tell({ offer: null })
    const local = this.readLocal()
    if (local) this.keep(local.answers)
  }

  async remove(): Promise<void> {
    this.ended = true
    this.pending = null
    window.clearTimeout(this.timer)
    writeStored(this.storageKey(), null)
    await this.sending
    this.tell({ saved: 'nothing', savedAt: null, offer: null })
    if (this.owner && this.revision > 0) await request('platform.draft.remove', { key: this.key }).catch(() => undefined)
    this.revision = 0
    this.ended = false
  }

  stop(): void {
    document.removeEventListener('visibilitychange', this.flushWhenHidden)
    if (this.pending) void this.send()
    this.listeners.clear()
  }

  private flushWhenHidden = (): void => {
    if (document.visibilityState === 'hidden' && this.pending) void this.send()
  }

  /** One request at a time; what changes meanwhile goes with the next. */
  private async send(): Promise<void> {
    window.clearTimeout(this.timer)
    if (this.sending || !this.pending || this.state.offer) return
    const answers = this.pending
    this.pending = null
    this.sending = this.sendOnce(answers)
    await this.sending
    this.sending = null
    if (this.pending) void this.send()
  }

  private async sendOnce(answers: Record<string, unknown>): Promise<void> {
    try {
      const saved = await request<Draft>('platform.draft.save', { key: this.key, hash: this.hash, answers, revision: this.revision })
      this.revision = saved.revision
      if (this.ended) return
      const local = this.readLocal()
      if (local) writeStored(this.storageKey(), { ...local, revision: saved.revision })
      if (!this.pending) this.tell({ saved: 'server', savedAt: saved.savedAt })
    } catch (error) {
      const stored = (error instanceof CallError && error.code === 'DRAFT_CONFLICT' && (error.details as { stored?: Draft }).stored) || null
      if (stored) this.tell({ offer: stored })
    }
  }

  /** Answers of somebody else, left in this browser, are not shown. */
  private readLocal(): LocalDraft | null {
    const local = readStored<LocalDraft>(this.storageKey())
    return local && (local.owner === null || local.owner === this.owner) ? local : null
  }

  private storageKey(): string {
    return `agon.draft.${this.key}`
  }

  private tell(change: Partial<DraftState>): void {
    this.state = { ...this.state, ...change }
    for (const listener of this.listeners) listener()
  }
}
