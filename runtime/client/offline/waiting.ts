/** Submits that found no network. The answers wait in the draft of their form; here stands that they are to be sent, by whom, and from which page. */
import { proxy } from 'valtio/vanilla'
import { readStored, writeStored } from '../remembered.ts'
import { session } from '../session.ts'

export interface Waiting {
  /** Null: a visitor. */
  owner: string | null
  /** Path and query. */
  page: string
  title: string
  /** ISO 8601. */
  at: string
  /** Of the answers: others are not sent by themselves. */
  sum: string
}

const STORED = 'agon.waiting'
/** By name of the draft. */
export const waiting = proxy<{ list: Record<string, Waiting> }>({ list: {} })

if (typeof window !== 'undefined') {
  waiting.list = readAll()
  // another tab has sent it, or someone has signed out
  window.addEventListener('storage', ({ key }) => {
    if (key === null || key === STORED) waiting.list = readAll()
  })
}

/** What waits under the name of a draft, of the person who is here. */
export function waitingOf(name: string): Waiting | null {
  const found = readAll()[name]
  return found && found.owner === session.facts.userId ? found : null
}

/** From now on they are to be sent. @param sum of the answers */
export function beginWaiting(name: string, sum: string): void {
  const page = location.pathname + location.search
  const known = waitingOf(name)
  const entry = {
    owner: session.facts.userId,
    page,
    title: document.title.split(' · ')[0] ?? '',
    at: known?.at ?? new Date().toISOString(),
    sum,
  }
  write({ ...readAll(), [name]: entry })
}

/** It was sent, or is not to be sent any more. */
export function endWaiting(name: string): void {
  const { [name]: _, ...rest } = readAll()
  write(rest)
}

function readAll(): Record<string, Waiting> {
  return readStored<Record<string, Waiting>>(STORED) ?? {}
}

function write(list: Record<string, Waiting>): void {
  writeStored(STORED, Object.keys(list).length > 0 ? list : null)
  waiting.list = list
}
