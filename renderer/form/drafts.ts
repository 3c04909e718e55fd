/** Unsent answers, kept in this browser immediately and on the server a little later: among the person's own drafts, or where the page says.
 *
 *  The browser's copy survives a reload, an expired session and the way through sign-in; the server's copy brings other devices along. One key,
 *  one draft: saving replaces. A device that has not seen the newest draft learns of it and asks the person. Removed when the answers are sent. */
import { CallError } from '../../runtime/client/CallError.ts'
import { request } from '../../runtime/client/http.ts'
import { readStored, writeStored } from '../../runtime/client/remembered.ts'

export interface Draft {
  /** Form version that was filled. */
  hash: string
  answers: Record<string, unknown>
  /** ISO 8601. */
  savedAt: string
  /** Revision of the server's copy that this one is based on; 0 when the server never had one. */
  revision: number
}
interface LocalDraft extends Draft {
  /** Whose answers they are; null when no one was signed in. */
  owner: string | null
  key?: string
}

/** What is kept after a change. */
export interface KeptAnswers {
  /** Random name of this browser's draft. */
  key: string
  hash: string
  answers: Record<string, unknown>
  /** Field changed last. */
  field: string
}
/** Where a page keeps drafts on the server. */
export interface DraftPlace {
  read(): Draft | null
  save(kept: KeptAnswers): Promise<{ savedAt: string } | null>
}

export interface DraftState {
  /** local: only in this browser, because no one is signed in or the server did not answer. */
  saved: 'nothing' | 'local' | 'server'
  savedAt: string | null
  /** A newer draft from another device, which the person may take. */
  offer: Draft | null
}

export interface DraftKeeper {
  /** Under which the browser keeps it. */
  readonly name: string
  /** Random name of this browser's draft, the same until it is removed. */
  readonly key: string
  read(): DraftState
  subscribe(listener: () => void): () => void
  /** The draft to begin with, or null. Asks the server when someone is signed in; without an answer the browser's copy stands. */
  open(): Promise<Draft | null>
  /** Keeps these answers: in the browser now, on the server soon. @param field the one changed last */
  keep(answers: Record<string, unknown>, field?: string): void
  /** Takes the offered draft. @returns it, for the form to show */
  takeOffer(): Draft | null
  /** Keeps the answers of this device; the next save replaces those of the other device. */
  refuseOffer(): void
  /** The answers are about to be submitted: nothing more is sent to the server, and what is on its way has arrived. */
  hold(): Promise<void>
  /** The submit failed: continues keeping. */
  resume(): void
  /** The answers are sent, or thrown away: forgets them everywhere. */
  remove(): Promise<void>
  stop(): void
}

/** Quiet time before the server is asked. */
const SERVER_DELAY_MS = 1_500
const MAX_ADDRESS = 500

interface DraftFacts {
  key: string
  hash: string
  /** Id of the signed-in person, null for a visitor. */
  owner: string | null
  /** Instead of the person's own drafts. */
  place?: DraftPlace | undefined
}

/** @param facts key and owner of the draft, hash of the form version, and where the server keeps it */
export function createDraftKeeper({ key, hash, owner, place }: DraftFacts): DraftKeeper {
  return place ? new PlacedKeeper(key, hash, place) : new Keeper(key, hash, owner)
}

/** Where the form is, so that the person finds the way back; not an address that is too long to keep. */
function hereNow(): string {
  const here = `${location.pathname}${location.search}`
  return here.length <= MAX_ADDRESS ? here : location.pathname
}

/** Random and unique: it names a draft, not a person. */
function randomKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

class Keeper implements DraftKeeper {
  private state: DraftState = { saved: 'nothing', savedAt: null, offer: null }
  private readonly listeners = new Set<() => void>()
  private revision = 0
  private pending: Record<string, unknown> | null = null
  /** The server could not be reached. */
  private unsaved: Record<string, unknown> | null = null
  private timer = 0
  private sending: Promise<void> | null = null
  private ended = false
  private isHeld = false
  private field = ''
  key = randomKey()
  readonly name: string
  protected readonly hash: string
  protected readonly owner: string | null

  constructor(name: string, hash: string, owner: string | null) {
    this.name = name
    this.hash = hash
    this.owner = owner
    document.addEventListener('visibilitychange', this.flushWhenHidden)
    window.addEventListener('online', this.sendUnsaved)
  }

  read = (): DraftState => this.state

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  async open(): Promise<Draft | null> {
    const local = this.readLocal()
    if (local?.key) this.key = local.key
    const found = this.isKept() ? await this.find().catch(() => undefined) : null
    const remote = found ?? null
    // no one was reached: the server's copy may well be there
    this.revision = (found === undefined ? local?.revision : remote?.revision) ?? 0
    if (!local) {
      if (remote) this.tell({ saved: 'server', savedAt: remote.savedAt })
      return remote
    }
    this.tell({ saved: remote && remote.revision === local.revision ? 'server' : 'local', savedAt: local.savedAt })
    const isNewer = remote !== null && this.isOther(remote, local) && remote.savedAt > local.savedAt
    if (isNewer) this.tell({ offer: remote })
    // Filled in before signing in, or while the server could not be reached: it is sent now.
    else if (this.isKept() && (!remote || local.savedAt > remote.savedAt)) this.keep(local.answers)
    return local
  }

  keep(answers: Record<string, unknown>, field = ''): void {
    if (this.ended) return
    const savedAt = new Date().toISOString()
    const { hash, revision, owner, key } = this
    writeStored(this.storageKey(), { hash, answers, savedAt, revision, owner, key } satisfies LocalDraft)
    this.tell({ saved: 'local', savedAt })
    if (!this.isKept()) return
    this.field = field || this.field
    this.pending = answers
    window.clearTimeout(this.timer)
    this.timer = window.setTimeout(() => void this.send(), SERVER_DELAY_MS)
  }

  takeOffer(): Draft | null {
    const { offer } = this.state
    if (!offer) return null
    this.pending = null
    this.revision = offer.revision
    writeStored(this.storageKey(), { ...offer, owner: this.owner, key: this.key } satisfies LocalDraft)
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

  async hold(): Promise<void> {
    this.isHeld = true
    window.clearTimeout(this.timer)
    await this.sending
  }

  resume(): void {
    this.isHeld = false
    if (this.pending) void this.send()
  }

  async remove(): Promise<void> {
    this.ended = true
    this.pending = null
    this.unsaved = null
    window.clearTimeout(this.timer)
    writeStored(this.storageKey(), null)
    await this.sending
    this.tell({ saved: 'nothing', savedAt: null, offer: null })
    await this.forget().catch(() => undefined)
    this.revision = 0
    this.ended = false
    this.isHeld = false
  }

  stop(): void {
    document.removeEventListener('visibilitychange', this.flushWhenHidden)
    window.removeEventListener('online', this.sendUnsaved)
    if (this.pending) void this.send()
    this.listeners.clear()
  }

  private sendUnsaved = (): void => {
    this.pending ??= this.unsaved
    if (this.pending) void this.send()
  }

  private flushWhenHidden = (): void => {
    if (document.visibilityState === 'hidden' && this.pending) void this.send()
  }

  /** One request at a time; later changes are sent with the next one. */
  private async send(): Promise<void> {
    window.clearTimeout(this.timer)
    if (this.isHeld || this.sending || !this.pending || this.state.offer) return
    const answers = this.pending
    this.pending = null
    this.sending = this.sendOnce(answers)
    await this.sending
    this.sending = null
    if (this.pending) void this.send()
  }

  private async sendOnce(answers: Record<string, unknown>): Promise<void> {
    this.unsaved = null
    try {
      const saved = await this.save({ key: this.key, hash: this.hash, answers, field: this.field })
      this.revision = saved.revision
      if (this.ended) return
      const local = this.readLocal()
      if (local) writeStored(this.storageKey(), { ...local, ...this.stamp(saved) })
      if (!this.pending) this.tell({ saved: 'server', savedAt: saved.savedAt })
    } catch (error) {
      const stored = (error instanceof CallError && error.code === 'DRAFT_CONFLICT' && (error.details as { stored?: Draft }).stored) || null
      if (stored) this.tell({ offer: stored })
      else this.unsaved = answers
    }
  }

  /** Answers of someone else, left in this browser, are not shown. */
  private readLocal(): LocalDraft | null {
    const local = readStored<LocalDraft>(this.storageKey())
    return local && (local.owner === null || local.owner === this.owner) ? local : null
  }

  private storageKey(): string {
    return `agon.draft.${this.name}`
  }

  protected isKept(): boolean {
    return this.owner !== null
  }

  protected find(): Promise<Draft | null> {
    return request<Draft | null>('platform.draft.get', { key: this.name })
  }

  protected save({ hash, answers }: KeptAnswers): Promise<Pick<Draft, 'savedAt' | 'revision'>> {
    return request<Draft>('platform.draft.save', { key: this.name, hash, answers, page: hereNow(), revision: this.revision })
  }

  protected async forget(): Promise<void> {
    if (this.owner && this.revision > 0) await request('platform.draft.remove', { key: this.name })
  }

  /** The server's draft comes from another device than this browser's. */
  protected isOther(remote: Draft, local: Draft): boolean {
    return remote.revision > local.revision
  }

  /** What the browser's copy takes over from a save. */
  protected stamp({ revision }: Pick<Draft, 'savedAt' | 'revision'>): Partial<Draft> {
    return { revision }
  }

  private tell(change: Partial<DraftState>): void {
    this.state = { ...this.state, ...change }
    for (const listener of this.listeners) listener()
  }
}

/** Drafts that the page's own calls keep: they have no revisions, so the later one counts, and submitting removes them there. */
class PlacedKeeper extends Keeper {
  private readonly place: DraftPlace

  constructor(name: string, hash: string, place: DraftPlace) {
    super(name, hash, null)
    this.place = place
  }

  protected override isKept(): boolean {
    return true
  }

  protected override async find(): Promise<Draft | null> {
    return this.place.read()
  }

  protected override async save(kept: KeptAnswers): Promise<Pick<Draft, 'savedAt' | 'revision'>> {
    const saved = await this.place.save(kept)
    return { savedAt: saved?.savedAt ?? new Date().toISOString(), revision: 0 }
  }

  protected override async forget(): Promise<void> {}

  protected override isOther(): boolean {
    return true
  }

  // the server's clock is not this one's
  protected override stamp({ savedAt }: Pick<Draft, 'savedAt' | 'revision'>): Partial<Draft> {
    return { savedAt }
  }
}
