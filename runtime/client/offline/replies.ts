/** What the pages of this tab were made from, in memory alone: so that a page with a form being filled in can be kept for the time without network
 *  (`keptPages.ts`, loaded when first needed). Whose it is follows from the tokens: nothing of one person is kept for, or shown to, another. */
import { proxy } from 'valtio/vanilla'
import { forgetKept } from '../remembered.ts'
import { readOwner, readTokens, writeOwner } from '../tokens.ts'

interface Reply {
  /** Path and query of the page that asked. */
  page: string
  envelope: unknown
  /** Every page needs it. */
  isCommon: boolean
}

const COMMON: readonly string[] = ['platform.boot']
const PARTS: readonly string[] = [...COMMON, 'platform.page', 'platform.form']
const MAX = 200
/** In place of a person's id. */
const VISITOR = 'visitor'

const replies = new Map<string, Reply>()
const listeners = new Set<() => void>()

/** A call that reads has answered. @param isSource asked by a document */
export function noteReply(url: string, call: string, envelope: unknown, isSource: boolean): void {
  if (typeof location === 'undefined' || !(isSource || PARTS.includes(call))) return
  replies.delete(url)
  replies.set(url, { page: pageNow(), envelope, isCommon: COMMON.includes(call) })
  if (replies.size > MAX) replies.delete(replies.keys().next().value!)
  for (const listener of listeners) listener()
}

/** Called after each answer. Answers the remover. */
export function onReply(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Answers that the page was made from, by address. */
export function repliesOf(page: string): Record<string, unknown> {
  const own = [...replies].filter(([, reply]) => reply.isCommon || reply.page === page)
  return Object.fromEntries(own.map(([url, { envelope }]) => [url, envelope]))
}

/** Path and query. */
export function pageNow(): string {
  return location.pathname + location.search
}

/** Who may see what is kept; null: no one knows yet. */
export function ownerNow(): string | null {
  return readTokens() ? readOwner() : VISITOR
}

/** The server has said who is here: what is kept of another goes. */
export function keepFor(person: string | null): void {
  if (person === readOwner()) return
  // what says so is of the new person
  for (const [url, { isCommon }] of replies) if (!isCommon) replies.delete(url)
  void forgetKept()
  writeOwner(person)
}

/** `isLost`: something on the screen is of last time, because the network was gone; browsers do not always know that by themselves. */
export const network = proxy({ isLost: false })

/** The server has answered. */
export function noteNetwork(): void {
  if (network.isLost) network.isLost = false
}

/** The network is gone: the answer that the page was made from last time. */
export async function keptReply(url: string): Promise<Response | null> {
  if (typeof caches === 'undefined') return null
  const kept = await import('./keptPages.ts').then(({ findKept }) => findKept(url)).catch(() => null)
  if (kept === null) return null
  network.isLost = true
  return new Response(JSON.stringify(kept), { headers: { 'content-type': 'application/json' } })
}

/** The page opens without network from now on, until the remover is called. */
export function keepThisPage(): () => void {
  if (typeof caches === 'undefined') return () => undefined
  let stop: (() => void) | undefined
  let isOver = false
  void import('./keptPages.ts').then(
    ({ keepPage }) => {
      if (!isOver) stop = keepPage()
    },
    () => undefined,
  )
  return () => {
    isOver = true
    stop?.()
  }
}

/** Its form is submitted. */
export function forgetThisPage(): void {
  if (typeof caches !== 'undefined') void import('./keptPages.ts').then(({ forgetPage }) => forgetPage()).catch(() => undefined)
}
