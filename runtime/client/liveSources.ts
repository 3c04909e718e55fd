/** Who asks again when the server tells that something of this person's own has changed: `change` for sources with `live`, `job` for whole pages, because a
 *  job that the person ordered has written something, or has ended. */
import { wantNewest } from './newestAnswers.ts'

export type OwnEvent = 'change' | 'job'

const asked: Record<OwnEvent, Set<() => void>> = { change: new Set(), job: new Set() }

/** Answers the remover. */
export function onOwn(event: OwnEvent, ask: () => void): () => void {
  asked[event].add(ask)
  return () => void asked[event].delete(ask)
}

/** Asks all of them again, also after a change from this browser. */
export function tellOwn(event: OwnEvent): void {
  wantNewest()
  for (const ask of asked[event]) ask()
}
